// Draws the images with the brand's colours that are files, after tokens.css has changed: the robot's stills as AVIF
// and WebP, and the placeholder for a missing image. It draws in software, the same on every machine, for half a minute.
// Usage: node scripts/stills.mjs [WEB]   (needs the packages of web and e2e, and Chromium; default: web)
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const web = resolve(process.argv[2] ?? join(import.meta.dirname, "../web"));
const tools = createRequire(join(import.meta.dirname, "../e2e/package.json"));
const { chromium } = tools("playwright-core");
const sharp = tools("sharp");
const { createServer } = await import(pathToFileURL(createRequire(join(web, "package.json")).resolve("vite")).href);

/** Name of the pose, its files, and their size in pixels. */
const ROBOTS = [
  { pose: "hero", file: "robot-hero", width: 1120, height: 1515 },
  { pose: "phone", file: "robot-hero-mobile", width: 640, height: 864 },
  { pose: "searching", file: "robot-404", width: 760, height: 1018 },
];
/** The robot is drawn larger and scaled down, for smoother edges. */
const OVERSAMPLING = 2;
const AVIF = { quality: 30, effort: 6, chromaSubsampling: "4:2:0" };
const WEBP = { quality: 76, alphaQuality: 80, effort: 6 };

// The front end's configuration reads its folders from here.
process.chdir(web);
const vite = await createServer({
  root: web,
  cacheDir: join(web, "node_modules/.vite-stills"),
  server: { host: "127.0.0.1", port: 0, origin: "", hmr: false, watch: null, fs: { strict: false } },
  optimizeDeps: { noDiscovery: true },
  appType: "custom",
  logLevel: "warn",
});
await vite.listen();
const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const args = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const browser = await chromium.launch({ executablePath, args });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 750 } });
  const { port } = vite.httpServer.address();
  await page.route("**/empty", (route) => route.fulfill({ contentType: "text/html", body: '<body style="margin: 0">' }));
  await page.goto(`http://127.0.0.1:${port}/empty`);

  const save = async (image, name) => {
    const { size } = await image.toFile(`public/images/${name}`);
    console.log(`public/images/${name} ${size}`);
  };
  for (const { pose, file, width, height } of ROBOTS) {
    const png = await page.evaluate(async ([pose, width, height]) => {
      const { robotStill } = await import("/scripts/stills.ts");
      const blob = await robotStill(pose, width, height);
      return new Promise((done) => {
        const reader = new FileReader();
        reader.onload = () => done(reader.result.split(",")[1]);
        reader.readAsDataURL(blob);
      });
    }, [pose, width * OVERSAMPLING, height * OVERSAMPLING]);
    const robot = sharp(Buffer.from(png, "base64")).resize(width, height);
    await save(robot.clone().avif(AVIF), `${file}.avif`);
    await save(robot.clone().webp(WEBP), `${file}.webp`);
  }

  const tokens = readFileSync("src/styles/tokens.css", "utf8");
  const [, family] = /--font-display:([^;]*);/.exec(tokens);
  await page.evaluate(async (family) => {
    await import("/src/styles/fonts.css");
    await (await import("/scripts/stills.ts")).showPlaceholder(family);
  }, family);
  await save(sharp(await page.screenshot()).webp(WEBP), "blog_thumbnail_placeholder.webp");
} finally {
  await browser.close();
  await vite.close();
}
