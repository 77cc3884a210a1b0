/** A forward proxy on loopback that opens a tunnel to one place, whatever host it is asked for. */
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";

export interface ForwardProxy {
  readonly url: string;
  /** `host:port` of every CONNECT. */
  readonly tunnels: readonly string[];
  /** `Proxy-Authorization` of every CONNECT. */
  readonly credentials: readonly (string | undefined)[];
  close(): Promise<void>;
}

/** `status` other than 200: refuses every tunnel with it. */
export async function startProxy(port: number, status = 200): Promise<ForwardProxy> {
  const tunnels: string[] = [];
  const credentials: (string | undefined)[] = [];
  const server = createServer((_, response) => response.writeHead(500).end());
  const sockets = new Set<{ destroy(): void }>();
  server.on("connect", (request, client) => {
    tunnels.push(request.url ?? "");
    credentials.push(request.headers["proxy-authorization"]);
    sockets.add(client);
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client);
      client.pipe(upstream);
    });
    sockets.add(upstream);
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tunnels,
    credentials,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
