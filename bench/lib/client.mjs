// One keep-alive connection that measures how long answers take.

import { Agent, request } from "node:http";
import { brotliDecompressSync } from "node:zlib";

/** What browsers send over https; the server answers it with Brotli. */
export const ACCEPTED = "gzip, deflate, br, zstd";

/** A client of the server at `origin`, with `connections` connections at most. */
export class Client {
  #origin;
  #agent;

  constructor(origin, connections = 1) {
    this.#origin = origin;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Answers `{status, headers, rawHeaders, body, milliseconds}`; the body is as it was sent, the time includes its last byte. */
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

  /** A GET that must be answered with 200. */
  async get(path, options) {
    const answer = await this.send("GET", path, options);
    if (answer.status !== 200) throw new Error(`GET ${path}: status ${answer.status}`);
    return answer;
  }

  /** A call of the API with a JSON body and answer. */
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

/** The text of an answer's body. */
export const text = (answer) =>
  (answer.headers["content-encoding"] === "br"
    ? brotliDecompressSync(answer.body)
    : answer.body
  ).toString();
