/** What a command works with from its beginning to its end: interruptions, and the services that it talks to. */
import { type Connections, openConnections } from "../api/connections.ts";
import type { ExitCode } from "../cli/exit-codes.ts";
import { type Interrupts, withInterrupts } from "../cli/interrupts.ts";
import type { Ports } from "../cli/ports.ts";

export interface Services extends Interrupts {
  /** Shared by all games, so that there is one budget of requests for each service and token. */
  readonly connections: Connections;
}

/** Runs the work and closes the connections behind it. */
export function withServices(ports: Ports, work: (services: Services) => Promise<ExitCode>): Promise<ExitCode> {
  return withInterrupts(ports, async (interrupts) => {
    const connections = openConnections(ports);
    try {
      return await work({ ...interrupts, connections });
    } finally {
      await connections.close();
    }
  });
}
