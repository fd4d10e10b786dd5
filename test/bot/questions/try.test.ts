import { test } from "vitest";
import { openChat } from "./chat.ts";
test("try", () => {
  const c = openChat({ type:"object", title:"Deploy", description:"Root desc\nline2", required:["env","port","hosts"], properties:{
    env:{ enum:["prod","stage"], title:"Environment"}, port:{type:"integer",minimum:1,maximum:65535}, note:{type:["string","null"]},
    tags:{type:"array", items:{enum:["a","b","c"]}, minItems:1}, when:{type:"string",format:"date"},
    owner:{type:"object",properties:{name:{type:"string"},mail:{type:"string",format:"email"}},required:["name"]},
    hosts:{type:"array",minItems:1,items:{type:"object",properties:{name:{type:"string"},ok:{type:"boolean"}},required:["name"]}}
  }}, {port: 8080, env:"stage"});
  const show=()=>{ const s=c.step(); console.log(s.id, s.kind, s.name, c.shown(), [...s.options,...s.controls].map(o=>o.label+"="+o.action).join(" | ")); };
  const log=(o:{problems:readonly string[];echo:readonly string[];done?:unknown})=>{ console.log("->",o.problems,o.echo,o.done===undefined?"":JSON.stringify(o.done)); show(); };
  show(); log(c.press("prod")); log(c.type("70000")); log(c.type("1,500")); log(c.press("Use default: 8080")); log(c.press("None"));
  log(c.press("a")); log(c.press("c")); log(c.press("Done")); log(c.type("01/02/2026")); log(c.type("1.2.2026")); log(c.press("Fill in")); log(c.type("Bob")); log(c.type("bob@")); log(c.type("bob@x.org"));
  log(c.press("Add another")); log(c.type("h1")); log(c.press("Yes")); log(c.press("Add another")); log(c.type("h2")); log(c.press("Skip")); log(c.press("Done")); log(c.press("Edit port")); log(c.type("1 500")); log(c.press("Submit"));
});
