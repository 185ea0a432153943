import {
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Button } from "../../ui/button";
import { FieldError } from "../../ui/field";
import { imagePlus, separatorHorizontal } from "../../ui/icons-admin.generated";
import { Textarea } from "../../ui/input";
import { toast } from "../../ui/toast-store";
import { CONTENT_WARNING, countWords, PAGE_BREAK, statsText } from "./content-stats";
import { AddressRow } from "./visual/address-row";
import { formatHtml } from "./visual/format-html";
import { VisualEditor, type VisualHandle } from "./visual/visual-editor";

const IMAGE_ALT = "Blog post image";
const NO_EMBEDDED_DATA =
  "Invalid image URL - Please use a proper URL instead of embedded image data";

interface ContentFieldProps {
  content: string;
  error?: string;
  isDisabled: boolean;
  /** Set to what brings `content` up to date with the editor at once. */
  flush: RefObject<() => void>;
  onChange: (content: string) => void;
}

/** The article: as readers see it, or as HTML. */
export function ContentField({ content, error, isDisabled, flush, onChange }: ContentFieldProps) {
  const [mode, setMode] = useState<"visual" | "html">("visual");
  const [isAsking, setIsAsking] = useState(false);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const visual = useRef<VisualHandle>(null);
  const id = useId();
  // Counting a long article must not hold up typing.
  const counted = useDeferredValue(content);
  const stats = useMemo(() => statsText(countWords(counted)), [counted]);
  const describedBy = error ? `${id}-error ${id}-hint` : `${id}-hint`;

  useEffect(() => {
    flush.current = () => visual.current?.flush();
  }, [flush]);

  const change = (next: typeof mode) => {
    visual.current?.flush();
    setIsAsking(false);
    setMode(next);
  };
  /** Puts text into the HTML where the cursor is. */
  const insertHtml = (html: string) => {
    const field = textarea.current;
    if (!field) return;
    field.setRangeText(html, field.selectionStart, field.selectionEnd, "end");
    field.focus();
    onChange(field.value);
  };
  const addPageBreak = () => {
    if (mode === "html") insertHtml(`\n${PAGE_BREAK}\n`);
    else visual.current?.editor?.chain().focus().insertPageBreak().run();
  };
  const addImage = (src: string) => {
    setIsAsking(false);
    const editor = visual.current?.editor;
    if (mode === "html") insertHtml(`<img src="${escaped(src)}" alt="${IMAGE_ALT}">`);
    else editor?.chain().focus().setImage({ src, alt: IMAGE_ALT }).run();
  };

  return (
    <>
      <div className="content-head">
        <h2 className="text-d4">Main Content</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and needs a legend */}
        <div className="mode-switch" role="group" aria-label="Editing mode">
          <button type="button" aria-pressed={mode === "visual"} onClick={() => change("visual")}>
            Visual
          </button>
          <button type="button" aria-pressed={mode === "html"} onClick={() => change("html")}>
            HTML<span className="sr-only"> mode</span>
          </button>
        </div>
      </div>
      <div className="visual" data-invalid={error ? "" : undefined}>
        {mode === "visual" ? (
          <VisualEditor
            id={`${id}-text`}
            html={content}
            isDisabled={isDisabled}
            error={error}
            describedBy={describedBy}
            handle={visual}
            onChange={onChange}
            onFail={() => {
              setMode("html");
              toast(
                "error",
                "The visual editor could not be loaded",
                "HTML mode works without it.",
              );
            }}
          />
        ) : (
          <Textarea
            ref={textarea}
            name="content"
            aria-label="Main Content"
            aria-describedby={describedBy}
            aria-invalid={error ? true : undefined}
            rows={18}
            className="input-code visual-source"
            spellCheck
            value={content}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
        {isAsking && (
          <AddressRow
            label="Image address"
            action="Insert image"
            initial=""
            problem={(address) =>
              /^(https?:\/\/|\/)\S+$/i.test(address) ? null : NO_EMBEDDED_DATA
            }
            onDone={addImage}
            onCancel={() => setIsAsking(false)}
          />
        )}
        <div className="visual-foot">
          <Button
            variant="secondary"
            size="sm"
            icon={imagePlus}
            aria-expanded={isAsking}
            onClick={() => setIsAsking(!isAsking)}
          >
            Add Media
          </Button>
          <Button variant="secondary" size="sm" icon={separatorHorizontal} onClick={addPageBreak}>
            Add Page Break
          </Button>
          {mode === "html" && (
            <Button variant="secondary" size="sm" onClick={() => onChange(formatHtml(content))}>
              Format HTML
            </Button>
          )}
          <p className="mono num">{stats}</p>
        </div>
      </div>
      <p id={`${id}-hint`} className="field-hint">
        {content.length > CONTENT_WARNING
          ? "Content is over 1,000,000 characters: the page will be slow."
          : "A heading 1 is stored as heading 2: the post's title is the page's own. Scripts and styles are taken out when it is saved."}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </>
  );
}

const escaped = (value: string): string => value.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
