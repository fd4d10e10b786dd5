# Lines of text in, one JSON list of strings out. Control characters other than tab are dropped.
BEGIN { printf "[" }
{
  gsub(/\\/, "\\\\"); gsub(/"/, "\\\""); gsub(/\t/, "\\t"); gsub(/[\001-\037\177]/, "")
  printf "%s\"%s\"", (NR > 1 ? ", " : ""), $0
}
END { print "]" }
