/** The bare service of `service.js`, seen from the measurements. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * @typedef {object} BareService
 * @property {string} url
 * @property {(content: { resources: number, changed?: number, latency?: number }) => Promise<void>}
 * fill
 * @property {() => Promise<Record<string, number>>} asked how many requests came since the last
 * question, by method
 * @property {() => Promise<string>} digest of everything in the game
 * @property {() => void} close
 */

/** @returns {Promise<BareService>} */
export async function openBareService() {
  const child = fork(fileURLToPath(new URL("service.js", import.meta.url)));
  const [{ port }] = await once(child, "message");
  const request = async (message) => {
    child.send(message);
    const [answer] = await once(child, "message");
    return answer;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    fill: async (content) => {
      await request({ fill: content });
    },
    asked: async () => (await request({})).asked,
    digest: async () => (await request({ digest: true })).digest,
    close: () => child.disconnect(),
  };
}
