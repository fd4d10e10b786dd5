import type { CorpusCase } from "../corpus-case.ts";
const ITEM = { e: "", l5: [5], hex: "0x10", sp: " 7.26 ", o: {}, el: [], inf: "Infinity", bool: false, nested: [[1, [2, null]], "x"], num: 20240101, numstr: "20240101", neg: -5, fl: 1.5, flstr: "1.5", blank: "  " };
const r = (text: string): CorpusCase => ({ name: text, items: [ITEM], pipeline: `template --text ${JSON.stringify(text)}` });
export const ZZ: readonly CorpusCase[] = [
  r("{{ e | round }}"), r("{{ l5 | round 1 }}"), r("{{ hex | round }}"), r("{{ sp | round 1 }}"), r("{{ o | round }}"), r("{{ el | round }}"), r("{{ inf | round }}"), r("{{ bool | round }}"), r("{{ nested | string }}"), r("{{ nested | join ; }}"), r("{{ el | string }}"), r("{{ el | first }}"), r("{{ el | date }}"), r("{{ e | date }}"), r("{{ num | date }}"), r("{{ numstr | date }}"), r("{{ neg | date }}"), r("{{ fl | date }}"), r("{{ flstr | date }}"), r("{{ blank | date }}"), r("{{ blank | round }}"), r("{{ nested | round }}"), r("{{ inf | date }}"),
  r("{{ sp | round 1.5 }}"), r("{{ sp | round x }}"), r("{{ sp | round -1 }}"), r("{{ e | truncate 2.7 }}"), r("{{ numstr | truncate 2.7 }}"), r("{{ numstr | truncate '' }}"), r("{{ sp | round '' }}"),
];
