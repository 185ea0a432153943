import { readdirSync, readFileSync } from "node:fs";
import tailwindcss from "@tailwindcss/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { fontsPlugin } from "./scripts/fonts.ts";
import { pageStylesPlugin } from "./scripts/page-styles.ts";
import { palettePlugin } from "./scripts/palette.ts";

/**
 * React's string renderer only. The public entry point also contains the streaming one, which the engine would have to
 * load and which spends a third of a render on encoding every tag as bytes.
 */
const STRING_RENDERER = new URL(
  "node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
  import.meta.url,
).pathname;

/** Folders of the admin area. Their chunks are named `admin-…`, and tests reject them on public pages. */
const ADMIN = /\/src\/(?:features|layout|pages)\/admin\//;

/**
 * Chunks that several pages share, by folder. `base` is on every page: React, the frame and `ui/base`, with their
 * imports. Without groups, each file that two pages share would be a separate request.
 */
const SHARED = [
  {
    name: "base",
    minShareCount: 1,
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/src\/(?:app\.tsx|ui\/base\/)/,
  },
  // Few forms have a checkbox.
  {
    name: "forms",
    test: /\/src\/(?:(?:ui|features\/public)\/forms\/(?!checkbox)|ui\/data\/(?!index-card))/,
  },
  { name: "overlay", test: /\/src\/(?:ui\/overlay\/|lib\/(?:use-)?navigation-error)/ },
  {
    name: "widgets",
    test: /\/src\/(?:ui\/(?:widgets\/|data\/index-card)|features\/public\/(?:tools\/|sections\/(?:page-hero|client-grid)))/,
  },
  { name: "visit", minShareCount: 1, test: /\/src\/lib\/visit\// },
  { name: "cards", test: /\/src\/features\/public\/blog\/cards\// },
  {
    name: "bookings",
    test: /\/src\/(?:features\/public\/bookings\/|content\/booking|lib\/use-visitor-zone)/,
  },
  {
    name: "notices",
    test: /\/src\/(?:features\/public\/(?:notices\/|sections\/status-page)|content\/newsletter)/,
  },
  { name: "admin-lists", test: /\/src\/features\/admin\/(?:lists|shared)\// },
];

/** Replaces Vite's helper for dynamic imports with a smaller one, as every page contains it. */
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
 * Makes the engine compile React eagerly. Written as arrow functions, the wrappers of CommonJS modules are parsed once
 * when the file is loaded and again when they are called, which takes a third of a task of 60 ms on a slow phone.
 */
const eagerWrappers: Plugin = {
  name: "eager-wrappers",
  apply: "build",
  renderChunk: (code) =>
    code.replace(/(__commonJSMin\()\(?\(([\w$, ]*)\) => \{/g, "$1(function ($2) {"),
};

/**
 * Lets `loadChunk` add a query to the address of a chunk that could not be loaded. Not in entries: a page that cannot
 * be loaded is loaded in full.
 */
const queryOfChunks: Plugin = {
  name: "query-of-chunks",
  apply: "build",
  generateBundle: {
    // After Vite, which identifies a page's preloads, above all its styles, by their place after the import.
    order: "post",
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || file.isEntry) continue;
        file.code = file.code.replace(/\(\)=>import\((["`]\.\/[^"`]+["`])\)/g, "q=>import($1+q)");
      }
    },
  },
};

/** Tests that replace modules, or need another environment than most. */
const isolatedTests = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => `src/${name}`)
  .filter((path) =>
    /\bvi\.(?:mock|doMock|resetModules)\(|@vitest-environment/.test(readFileSync(path, "utf8")),
  );

/**
 * Used by two builds. The client build makes hashed chunks and a manifest, from which the server's shell takes its
 * links. The server build makes one self-contained module for an engine that has the language but no web APIs.
 */
export default defineConfig(({ command, isSsrBuild }) => ({
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
  // What React tells its browser extension, which nobody needs in a released build.
  define: command === "build" ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: "undefined" } : {},
  resolve: isSsrBuild ? { alias: { "react-dom/server": STRING_RENDERER } } : {},
  build: {
    target: "es2022",
    emptyOutDir: true,
    // Nothing may be inlined, as the Content-Security-Policy does not allow data: sources.
    assetsInlineLimit: 0,
    // Pages are prefetched on hover. Listing the chunks of all pages in the entry would cost every visitor more.
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
            // Icons are constants: each chunk contains only those that it uses.
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
  // The hero's worker loads its large modules only on capable devices.
  worker: {
    format: "es",
    plugins: () => [palettePlugin()],
    rolldownOptions: { optimization: { inlineConst: { mode: "all", pass: 2 } } },
  },
  // `make dev`: pages come from the Rust server, their assets from this one.
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
    // Most of a test file's time goes into loading its modules. Files that replace modules cannot share them.
    projects: [
      { extends: true, test: { name: "isolated", include: isolatedTests } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: isolatedTests,
          isolate: false,
          setupFiles: ["src/test-support/clean-up.ts"],
        },
      },
    ],
  },
}));
