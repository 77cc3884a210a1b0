/** The embedded service for programs and their tests. */

/** A small server on this machine that behaves like a live service. */
export interface EmbeddedService {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

/** Starts the embedded service on the loopback interface. Every game exists and is empty. `dataFile` keeps the data. */
export async function startService(
  options: { readonly port?: number; readonly dataFile?: string } = {},
): Promise<EmbeddedService> {
  const server = await import("../emulator/server.ts");
  const { url, token, close } = await server.startService(options);
  return { url, token, close };
}
