// Readers while other connections are silent, or send requests and do not read the responses.

import { connect } from "node:net";

import { Client } from "../lib/client.mjs";
import { Site, prepare } from "../lib/site.mjs";
import { median, percentile } from "../lib/statistics.mjs";

const CONNECTIONS = 2_000;
const REQUESTS = 500;
/**
 * Requests that a connection pipelines for a page of some hundred kilobytes, so that the responses fill the system's
 * buffers.
 */
const PIPELINED = 50;

/** Opens connections of eight clients, alternately silent ones, and ones that request pages and read nothing. */
async function occupy(origin) {
  const { port } = new URL(origin);
  const open = [];
  for (let number = 0; number < CONNECTIONS; number += 1) {
    const socket = connect({ port, host: "127.0.0.1", localAddress: `127.0.0.${2 + (number % 8)}` });
    // The server may close it.
    socket.on("error", () => {});
    socket.pause();
    await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    if (number % 2 === 0)
      socket.write("GET /blog HTTP/1.1\r\nHost: x\r\n\r\n".repeat(PIPELINED));
    open.push(socket);
  }
  return open;
}

async function read(client) {
  const times = [];
  for (let number = 0; number < REQUESTS; number += 1)
    times.push((await client.get("/blog")).milliseconds);
  return times;
}

/** Measures the response time of a cached page, alone and beside these connections. */
export async function measureConnections({ many }) {
  const site = await Site.start(await prepare(Math.min(many, 1_000)), { pinned: false });
  const client = new Client(site.origin, 1);
  await read(client);
  const alone = await read(client);
  const open = await occupy(site.origin);
  const beside = await read(client);
  const held = open.filter((socket) => !socket.destroyed).length;
  for (const socket of open) socket.destroy();
  client.close();
  await site.stop();
  const group = `Readers beside ${CONNECTIONS.toLocaleString("en-GB")} connections that are silent or do not read`;
  return [
    { id: "connections-alone", group, name: "cached page without them, median", unit: "ms", value: median(alone), samples: alone },
    { id: "connections-beside", group, name: "cached page beside them, median", unit: "ms", value: median(beside), target: { most: 10 }, samples: beside },
    { id: "connections-slowest", group, name: "beside them, 99th percentile", unit: "ms", value: percentile(beside, 0.99), target: { most: 50 }, samples: beside },
    { id: "connections-held", group, name: "connections that stay open", unit: "", value: held, samples: [held] },
  ];
}
