import { describe, expect, it } from "vitest";
import { editorNodes } from "./post.head";

describe("editorNodes", () => {
  it("takes a single node without its context", () => {
    expect(editorNodes('{"@context":"https://schema.org","@type":"HowTo","name":"x"}')).toEqual([
      { "@type": "HowTo", name: "x" },
    ]);
  });

  it("takes the nodes of a graph and of a list one by one", () => {
    expect(editorNodes('{"@graph":[{"@type":"A"},{"@type":"B"}]}')).toHaveLength(2);
    expect(editorNodes('[{"@type":"A"},{"@type":"B"}]')).toHaveLength(2);
  });

  it("leaves out what is no JSON-LD", () => {
    for (const schema of ["", "  ", "{", '"text"', "null", "[null, 3]", '{"name":"no type"}']) {
      expect(editorNodes(schema), schema).toEqual([]);
    }
  });
});
