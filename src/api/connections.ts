/**
 * The services that a command talks to. Clients of games that are on the same service with the same token share its
 * connections and its gate, so that the budget of requests holds for all of them together, and a service that asks one
 * to wait is left alone by all. A command opens this for itself and closes it at its end.
 */
import type { Dispatcher } from "undici";
import type { Checked } from "../model/diagnostics.ts";
import { type Breaker, openBreaker } from "./breaker.ts";
import type { Clock } from "./clock.ts";
import { openDispatcher } from "./dispatcher.ts";
import { type Gate, openGate } from "./gate.ts";
import { openServiceMemory, type ServiceMemory } from "./service-memory.ts";
import type { ServiceUrl } from "./service-url.ts";

export interface Connection {
  readonly dispatcher: Dispatcher;
  readonly gate: Gate;
  readonly breaker: Breaker;
  readonly memory: ServiceMemory;
}

/** Settings of a game that concern its whole service. */
export interface ConnectionSettings {
  readonly timeout_seconds: number;
  readonly concurrency: number;
  readonly requests_per_second?: number;
  readonly unreachable_seconds: number;
}

export interface Connections {
  /**
   * The way to a service, made at the first call for its origin and token. Where games differ in their settings, the
   * smaller number holds for all from the moment on that its game joins. Problem: `invalid-url` for a proxy that is
   * not an address.
   */
  to(service: ServiceUrl, token: string, settings: ConnectionSettings): Checked<Connection>;
  /** Ends all connections; whatever is in flight is broken off. */
  close(): Promise<void>;
}

export function openConnections(ports: {
  readonly clock: Clock;
  /** For the proxy variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
}): Connections {
  const known = new Map<string, Connection>();
  const breakers = new Map<string, Breaker>();
  const breakerOf = ({ origin }: ServiceUrl, seconds: number): Breaker => {
    const breaker = breakers.get(origin) ?? openBreaker(ports.clock, seconds);
    breakers.set(origin, breaker);
    breaker.narrow(seconds);
    return breaker;
  };
  return {
    to: (service, token, settings) => {
      const { concurrency, requests_per_second } = settings;
      const breaker = breakerOf(service, settings.unreachable_seconds);
      const budget = {
        concurrency,
        ...(requests_per_second === undefined ? {} : { requestsPerSecond: requests_per_second }),
      };
      const key = JSON.stringify([service.origin, token]);
      const shared = known.get(key);
      if (shared !== undefined) {
        shared.gate.narrow(budget);
        return { value: shared, diagnostics: [] };
      }
      const dispatcher = openDispatcher(service, settings, ports.env);
      if (dispatcher.value === undefined) return { diagnostics: dispatcher.diagnostics };
      const opened = {
        dispatcher: dispatcher.value,
        gate: openGate(ports.clock, budget),
        breaker,
        memory: openServiceMemory(),
      };
      known.set(key, opened);
      return { value: opened, diagnostics: [] };
    },
    close: async () => {
      await Promise.all([...known.values()].map(({ dispatcher }) => dispatcher.destroy()));
      known.clear();
    },
  };
}
