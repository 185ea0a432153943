import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { fontsPlugin } from "./scripts/fonts.ts";
import { pageStylesPlugin } from "./scripts/page-styles.ts";
import { palettePlugin } from "./scripts/palette.ts";

/**
 * React's renderer to strings alone. The public entry point brings the streaming one as well, which the engine
 * would have to load and which spends a third of a render on turning every tag into bytes.
 */
const STRING_RENDERER = new URL(
  "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
  import.meta.url,
).pathname;

/** The folders of the admin area. Their chunks are named so, and tests refuse them on public pages. */
const ADMIN = /\/src\/(?:features|layout|pages)\/admin\//;

/**
 * The chunks that several pages share, by folder. `base` is on every page: React, the frame and `ui/base`, with what they
 * import. Without groups each file that two pages share would be a separate request.
 */
const SHARED = [
  {
    name: "base",
    minShareCount: 1,
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/(?:app\.tsx|ui\/base\/)/,
  },
  // Few forms have a checkbox.
  { name: "forms", test: /\/src\/(?:ui|features\/public)\/forms\/(?!checkbox)/ },
  { name: "overlay", test: /\/src\/ui\/overlay\// },
  { name: "widgets", test: /\/src\/(?:ui\/widgets|features\/public\/tools)\// },
  { name: "visit", minShareCount: 1, test: /\/src\/lib\/visit\// },
  { name: "data", test: /\/src\/ui\/data\// },
  { name: "cards", test: /\/src\/features\/public\/blog\/cards\// },
  {
    name: "bookings",
    test: /\/src\/(?:features\/public\/bookings\/|content\/booking|lib\/use-visitor-zone)/,
  },
  { name: "notices", test: /\/src\/features\/public\/notices\// },
  { name: "admin-lists", test: /\/src\/features\/admin\/(?:lists|shared)\// },
];

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
 * Has the engine compile React as it reads it. Left as arrow functions, the wrappers of CommonJS modules are read once
 * when the file comes and a second time when they are called: a third of a second task of 60 ms on a slow phone.
 */
const eagerWrappers: Plugin = {
  name: "eager-wrappers",
  apply: "build",
  renderChunk: (code) =>
    code.replace(/(__commonJSMin\()\(?\(([\w$, ]*)\) => \{/g, "$1(function ($2) {"),
};

/**
 * Lets `loadChunk` add a query to the address of a chunk that could not be fetched. A page that does not come is left for
 * a full load, so the entry is as it was.
 */
const queryOfChunks: Plugin = {
  name: "query-of-chunks",
  apply: "build",
  generateBundle: {
    // After Vite, which finds by its place after the import what a page preloads: styles above all.
    order: "post",
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || file.isEntry) continue;
        file.code = file.code.replace(/\(\)=>import\((["`]\.\/[^"`]+["`])\)/g, "q=>import($1+q)");
      }
    },
  },
};

/**
 * Two builds share this file. The client build makes hashed chunks and a manifest, from which the
 * server's shell takes its links. The server build makes one self-contained module for an engine that
 * has the language but none of the web platform.
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    fontsPlugin(),
    palettePlugin(),
    pageStylesPlugin(),
    smallPreloadHelper,
    eagerWrappers,
    queryOfChunks,
  ],
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
            input: ["src/entry-client.tsx", "src/entry-late.ts"],
            // Icons are constants: each chunk carries the few that it shows, and none the others.
            optimization: { inlineConst: { mode: "all", pass: 2 } },
            output: {
              chunkFileNames: ({ name, moduleIds }) =>
                moduleIds.some((id) => ADMIN.test(id)) && !name.startsWith("admin-")
                  ? "assets/admin-[name]-[hash].js"
                  : "assets/[name]-[hash].js",
              codeSplitting: {
                groups: SHARED.map((group, at) => ({
                  minShareCount: 2,
                  ...group,
                  priority: SHARED.length - at,
                })),
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
