// An HTTP client with keep-alive connections that measures response times.

import { Agent, request } from "node:http";
import { brotliDecompressSync } from "node:zlib";

/** As browsers send it over https; the server then uses Brotli. */
export const ACCEPTED = "gzip, deflate, br, zstd";

/** A client of the server at `origin`, with at most `connections` connections. */
export class Client {
  #origin;
  #agent;

  constructor(origin, connections = 1) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /**
   * Resolves to `{status, headers, rawHeaders, body, milliseconds}`. The body is as sent; the time includes its last
   * byte.
   */
  send(method, path, { headers = {}, json } = {}) {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const all = { "accept-encoding": ACCEPTED, ...headers };
    if (body !== undefined)
      Object.assign(all, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
      });
    return new Promise((resolve, reject) => {
      const begun = performance.now();
      const sent = request(
        new URL(path, this.#origin),
        { method, headers: all, agent: this.#agent },
        (answer) => {
          const chunks = [];
          answer.on("data", (chunk) => chunks.push(chunk));
          answer.once("error", reject);
          answer.once("end", () =>
            resolve({
              status: answer.statusCode,
              headers: answer.headers,
              rawHeaders: answer.rawHeaders,
              body: Buffer.concat(chunks),
              milliseconds: performance.now() - begun,
            }),
          );
        },
      );
      sent.once("error", reject);
      sent.end(body);
    });
  }

  /** Makes a GET request that must succeed with 200. */
  async get(path, options) {
    const answer = await this.send("GET", path, options);
    if (answer.status !== 200) throw new Error(`GET ${path}: status ${answer.status}`);
    return answer;
  }

  /** Makes an API call with JSON bodies. */
  async call(method, path, json, token) {
    const headers = {
      "accept-encoding": "identity",
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const answer = await this.send(method, path, { headers, json });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: status ${answer.status} ${answer.body}`);
    return {
      milliseconds: answer.milliseconds,
      value: answer.body.length > 0 ? JSON.parse(answer.body) : null,
    };
  }

  close() {
    this.#agent.destroy();
  }
}

/** Returns the decompressed text of a response. */
export const text = (answer) =>
  (answer.headers["content-encoding"] === "br"
    ? brotliDecompressSync(answer.body)
    : answer.body
  ).toString();
