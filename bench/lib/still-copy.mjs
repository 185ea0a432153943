// A copy of pages without their scripts, served from memory: the lower bound for their loading times.

import { createServer, request } from "node:http";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";

/** Serves pages of a site from memory, without scripts. Everything else comes from the site. */
export class StillCopy {
  /** Fetches the pages at `paths` from a running site, and serves their copies on another port. */
  static async start(site, paths) {
    const pages = new Map();
    for (const path of paths) {
      const { body, headers } = await site.warm(path);
      const html = brotliDecompressSync(body)
        .toString()
        .replace(/<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>/gs, "");
      if (/<script type="module"/.test(html)) throw new Error(`${path} still has its scripts`);
      pages.set(path, { body: brotliCompressSync(html), type: headers["content-type"] });
    }
    const server = createServer((asked, answer) => {
      const page = pages.get(asked.url);
      if (!page) {
        request(new URL(asked.url, site.origin), { headers: asked.headers }, (found) => {
          answer.writeHead(found.statusCode, found.headers);
          found.pipe(answer);
        }).end();
        return;
      }
      answer.writeHead(200, {
        "content-type": page.type,
        "content-encoding": "br",
        "content-length": page.body.length,
      });
      answer.end(page.body);
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new StillCopy(server);
  }

  constructor(server) {
    this.server = server;
    this.origin = `http://127.0.0.1:${server.address().port}`;
  }

  stop() {
    this.server.closeAllConnections();
    this.server.close();
  }
}
