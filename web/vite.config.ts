import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { palettePlugin } from "./scripts/palette.ts";

/**
 * React's renderer to strings alone. The public entry point brings the streaming one as well, which the engine
 * would have to load and which spends a third of a render on turning every tag into bytes.
 */
const STRING_RENDERER = new URL(
  "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
  import.meta.url,
).pathname;

/** Vite's helper for dynamic imports, replaced by our own: every page carries it. */
const smallPreloadHelper: Plugin = {
  name: "small-preload-helper",
  enforce: "pre",
  apply: "build",
  load: (id) =>
    id === "\0vite/preload-helper.js"
      ? 'export { loadChunk as __vitePreload } from "/src/lib/load-chunk.ts";'
      : null,
};

/**
 * Two builds share this file. The client build makes hashed chunks and a manifest, from which the
 * server's shell takes its links. The server build makes one self-contained module for an engine that
 * has the language but none of the web platform.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), palettePlugin(), smallPreloadHelper],
  publicDir: isSsrBuild ? false : "public",
  resolve: isSsrBuild ? { alias: { "react-dom/server": STRING_RENDERER } } : {},
  build: {
    target: "es2022",
    emptyOutDir: true,
    // Nothing may be inlined: the Content-Security-Policy knows no data: sources.
    assetsInlineLimit: 0,
    // Pages are prefetched on hover; listing every chunk of every page in the entry costs each visitor more.
    modulePreload: false,
    reportCompressedSize: false,
    ...(isSsrBuild
      ? {
          outDir: "dist/server",
          minify: true,
          rolldownOptions: { output: { entryFileNames: "entry-server.js", codeSplitting: false } },
        }
      : {
          outDir: "dist/client",
          manifest: "manifest.json",
          rolldownOptions: {
            input: "src/entry-client.tsx",
            // Icons are constants: each chunk carries the few that it shows, and none the others.
            optimization: { inlineConst: { mode: "all", pass: 2 } },
            output: {
              // Without this every primitive that two pages share is a request of its own.
              codeSplitting: {
                groups: [
                  {
                    name: "kit",
                    test: /[\\/]src[\\/](ui[\\/](base[\\/](?!icons-|find-bar|marked)|overlay[\\/](?!dialog)|data[\\/](cover|pagination|page-numbers))|lib[\\/](?!api|wrap-index|download|form-rules|head|part|slots|use-visit)|layout[\\/]site[\\/](?!menu-sheet))|preload-helper/,
                    minShareCount: 2,
                    priority: 2,
                  },
                  {
                    name: "listing",
                    test: /[\\/]src[\\/]ui[\\/](base[\\/]find-bar|forms[\\/]search-field|data[\\/](empty-state|skeleton|show-whole))/,
                    minShareCount: 2,
                    priority: 1,
                  },
                  {
                    name: "tools",
                    test: /[\\/]src[\\/]ui[\\/](base[\\/]icons-tools|data[\\/](carousel|use-autoplay|use-slides|accordion|progress))/,
                    minShareCount: 2,
                    priority: 1,
                  },
                  {
                    name: "forms",
                    test: /[\\/]src[\\/](ui[\\/](forms[\\/](?!search-field)|data[\\/]tab)|lib[\\/](api|form-rules)|features[\\/]public[\\/]forms[\\/])/,
                    minShareCount: 2,
                    priority: 1,
                  },
                ],
              },
            },
          },
        }),
  },
  // The hero's worker fetches its large parts only where they can be drawn.
  worker: {
    format: "es",
    plugins: () => [palettePlugin()],
    rolldownOptions: { optimization: { inlineConst: { mode: "all", pass: 2 } } },
  },
  // `make dev`: pages come from our server, what they link comes from here.
  server: { origin: "http://127.0.0.1:5173" },
  ssr: { target: "webworker", noExternal: true },
  test: {
    environment: "happy-dom",
    environmentOptions: {
      happyDOM: {
        settings: {
          disableCSSFileLoading: true,
          disableJavaScriptFileLoading: true,
          handleDisabledFileLoadingAsSuccess: true,
          navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
        },
      },
    },
    include: ["src/**/*.test.{ts,tsx}"],
  },
}));
