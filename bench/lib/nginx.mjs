// nginx, serving given responses as static files with the same bytes and headers.

import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { Client } from "./client.mjs";
import { CORES, cpuSeconds, directory, freePort, start, stop, version } from "./processes.mjs";

const PATH = `${process.env.PATH}:/usr/sbin`;

/** Headers that nginx adds by itself. */
const OWN = new Set([
  "content-length",
  "content-type",
  "date",
  "connection",
  "keep-alive",
  "transfer-encoding",
]);

/** Returns nginx's version, or null if it is not installed. */
export const nginxVersion = () =>
  version("env", [`PATH=${PATH}`, "nginx", "-v"])?.replace(/^.*nginx\//, "") ?? null;

function location(path, file, answer) {
  const headers = [];
  for (let i = 0; i < answer.rawHeaders.length; i += 2) {
    const [name, value] = [answer.rawHeaders[i], answer.rawHeaders[i + 1]];
    if (!OWN.has(name.toLowerCase()))
      headers.push(`add_header ${name} '${value.replaceAll("'", "\\'")}';`);
  }
  return `location = ${path} {
      alias ${file};
      types {}
      default_type '${answer.headers["content-type"]}';
      add_header Last-Modified '';
      ${headers.join("\n      ")}
    }`;
}

function configuration(folder, port, locations) {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
${process.getuid() === 0 ? "user root;" : ""}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_timeout 75s;
  keepalive_requests 1000000000;
  open_file_cache max=100 inactive=1h;
  open_file_cache_valid 1h;
  etag off;
  max_ranges 0;
  server_tokens off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    ${locations.join("\n    ")}
  }
}
`;
}

/** A running nginx with one worker. */
export class Nginx {
  /** Starts nginx with responses by path, from [`Client.get`]. A path that ends with "/" cannot be a file. */
  static async start(answers) {
    const folder = directory("nginx");
    const port = await freePort();
    const locations = [...answers].map(([path, answer], number) => {
      const file = join(folder, `answer-${number}`);
      writeFileSync(file, answer.body);
      return location(path, file, answer);
    });
    const file = join(folder, "nginx.conf");
    writeFileSync(file, configuration(folder, port, locations));
    const child = start("nginx", ["-p", folder, "-e", `${folder}/error.log`, "-c", file], {
      core: CORES?.server,
      env: { PATH },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const nginx = new Nginx(child, `http://127.0.0.1:${port}`);
    await nginx.#sameAs(answers);
    return nginx;
  }

  constructor(child, origin) {
    this.child = child;
    this.origin = origin;
  }

  /** Waits until nginx is listening, and checks that its responses equal foundfirst's. */
  async #sameAs(answers) {
    const client = new Client(this.origin);
    for (let tries = 0; ; tries += 1) {
      try {
        await client.send("GET", "/");
        break;
      } catch (error) {
        if (tries === 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    for (const [path, wanted] of answers) {
      const got = await client.get(path);
      if (!got.body.equals(wanted.body)) throw new Error(`nginx serves other bytes for ${path}`);
      for (const [name, value] of Object.entries(wanted.headers)) {
        const own = OWN.has(name) && name !== "content-length" && name !== "content-type";
        if (!own && got.headers[name] !== value) {
          throw new Error(
            `nginx says ${name}: ${got.headers[name]} for ${path}, foundfirst ${value}`,
          );
        }
      }
    }
    client.close();
  }

  /** Returns the CPU time of master and worker so far, in seconds. */
  cpu() {
    return cpuSeconds(this.child.pid);
  }

  /** Stops it at once. */
  stop() {
    return stop(this.child, "SIGQUIT");
  }
}
