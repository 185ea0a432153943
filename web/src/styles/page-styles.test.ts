// @vitest-environment node
import { expect, test } from "vitest";
import { readUse, stylesOf } from "../../scripts/page-styles.ts";

/** Returns the styles of a page with one source, on a site with another page. */
function styles(css: string, source: string, other = ""): string {
  return stylesOf(css, readUse([source]), readUse([source, other]));
}

test("a page has the rules of the classes in its sources", () => {
  const css = ".card{color:red}.form{color:#00f}.card .form{color:#000}h1{margin:0}";
  expect(styles(css, 'className="card wide"', 'className="form"')).toBe(
    ".card{color:red}h1{margin:0}",
  );
  expect(styles(css, 'cx("card", open && `form`)')).toContain(".card .form");
});

test("a class that is composed at runtime is recognised by its prefix", () => {
  const css = ".card-large{color:red}.card{color:#00f}";
  expect(styles(css, "`card-$" + "{size}`", 'className="card card-large"')).toBe(
    ".card-large{color:red}",
  );
});

test("classes in the server's HTML only are styled along with their surroundings", () => {
  const css = ".prose .note{color:red}";
  expect(styles(css, 'className="prose"')).toBe(css);
  expect(styles(css, "", 'className="prose"')).toBe("");
});

test("a rule stays for one matching selector, without the others", () => {
  expect(styles(".a,.b{color:red}", '"a"', '"b"')).toBe(".a{color:red}");
  expect(styles(":where(.a,.b) p{color:red}", '"a"', '"b"')).toContain("p{color:red}");
  expect(styles("p:not(.b){color:red}", "", '"b"')).toBe("p:not(.b){color:red}");
});

test("rules for hovering, pressing and printing are left for later", () => {
  const css = "a:hover{color:red}a:focus-visible,a:disabled{color:#00f}";
  expect(styles(css, "")).toBe("a:focus-visible,a:disabled{color:#00f}");
  expect(styles("@media print{a{color:red}}@media (width>=40em){a{color:#00f}}", "")).toBe(
    "@media (width>=40em){a{color:#00f}}",
  );
});

test("rules for dialogs and toasts are left for later", () => {
  const css =
    ".dialog{color:red}.toast-title{color:#00f}html:has(dialog:modal){overflow:clip}.toaster{color:#000}";
  expect(styles(css, '"dialog toast-title toaster"')).toBe(".toaster{color:#000}");
});

test("unused custom properties and animations are removed, and then those used by them only", () => {
  const css = `:root{--a:var(--b);--b:red;--c:#00f;--d:1px}p{color:var(--c)}
    @keyframes turn{to{rotate:1turn}}@keyframes rise{to{top:0}}p{animation:rise 1s}`;
  const kept = styles(css, 'style={{ width: "var(--d)" }}');
  expect(kept).toContain("--c:#00f");
  expect(kept).toContain("--d:1px");
  expect(kept).not.toMatch(/--a|--b|turn/);
  expect(kept).toContain("@keyframes rise");
});

test("rules for transitions between pages and for date fields are left for later", () => {
  const css =
    "::view-transition{z-index:1}::-webkit-datetime-edit{padding:0}::placeholder{color:red}";
  expect(styles(css, "")).toBe("::placeholder{color:red}");
});

test("fonts of a style sheet are left for later", () => {
  const css = "@font-face{font-family:Mono;src:url(a.woff2)}p{font-family:Mono}";
  expect(styles(css, "")).toBe("p{font-family:Mono}");
});
