import type { Editor } from "@tiptap/core";
import { useEffect, useEffectEvent } from "react";
import { callApi } from "../../../../lib/api";
import { useSite } from "../../../../lib/site-context";
import { attributeText } from "../content-handle";
import { formOf, inputOf } from "../post-form";
import { BROKEN_LINKS, ownAddresses } from "./links";

/** How long typing pauses before the links are checked, in milliseconds. */
const DELAY = 1_000;

/**
 * Marks the links of the text that lead to no page of this site, according to the server. Asks it when a link has
 * changed, and when the window gets the focus back while links are marked.
 * @param slug the post's slug, whose page exists once the post is saved
 */
export function useBrokenLinks(editor: Editor | null, slug: string): void {
  const { public_url } = useSite();
  const check = useEffectEvent(async (signal: AbortSignal, addresses: string[]) => {
    const content = addresses
      .map((href) => `<p><a href="${attributeText(href)}">x</a></p>`)
      .join("");
    const body = { ...inputOf({ ...formOf(null), slug, content }, null), keyphrase: "", id: null };
    const options = { body, signal, invalidatesPages: false };
    // Aborted, as the links have changed.
    const answer = await callApi("POST", "/api/admin/analysis", options).catch(() => null);
    return answer?.ok ? answer.data.broken_links : null;
  });
  const find = useEffectEvent((text: Editor) => ownAddresses(text.state.doc, public_url));

  useEffect(() => {
    if (!editor) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let controller = new AbortController();
    /** The addresses of the last successful check. */
    let checked = "";
    const run = async () => {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      const addresses = find(editor);
      const asked = addresses.join("\n");
      if (asked === checked) return;
      const broken = addresses.length > 0 ? await check(signal, addresses) : [];
      if (!broken || signal.aborted || editor.isDestroyed) return;
      checked = asked;
      editor.view.dispatch(editor.state.tr.setMeta(BROKEN_LINKS, broken));
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(run, DELAY);
    };
    const onFocus = () => {
      if (editor.storage.brokenLinks.addresses.size === 0) return;
      checked = "";
      later();
    };
    editor.on("update", later);
    window.addEventListener("focus", onFocus);
    void run();
    return () => {
      clearTimeout(timer);
      controller.abort();
      editor.off("update", later);
      window.removeEventListener("focus", onFocus);
    };
  }, [editor]);
}
