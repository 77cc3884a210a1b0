/** Services of random habits and misfortunes, over real HTTP. */
import fc from "fast-check";
import { TOKEN } from "./cli.ts";
import {
  type Fault,
  type ServiceOptions,
  startService,
  type TestService,
} from "./service/service.ts";

export const habits: fc.Arbitrary<ServiceOptions> = fc
  .record({
    profile: fc.constantFrom("documented", "members", "mixed", "extended"),
    put: fc.constantFrom("patch" as const, "replace" as const),
    scalars: fc.constantFrom("native" as const, "string" as const),
    maxPageSize: fc.constantFrom(1, 2, 3, 100),
    strict: fc.boolean(),
    includes: fc.constantFrom("all" as const, "known" as const, "none" as const),
    unknownParameters: fc.constantFrom("ignore" as const, "reject" as const),
  })
  // A service that does not show which action reacts to which, or which group is inside which,
  // gives nobody the order in which it lets them be deleted; and of one that refuses the filter for
  // what it hides, nothing is pruned.
  .map((options) => ({
    ...options,
    ...(options.profile === "extended" ? {} : { unknownParameters: "ignore" as const }),
    ...(options.profile === "extended" && options.includes !== "none" ? {} : { strict: false }),
  }));

export const faults: fc.Arbitrary<readonly Fault[]> = fc.array(
  fc
    .record({
      effect: fc.constantFrom(
        { effect: "error-before", status: 500 } as const,
        { effect: "error-before", status: 422 } as const,
        { effect: "error-after", status: 502 } as const,
        { effect: "drop-before" } as const,
        { effect: "drop-after" } as const,
        { effect: "truncate" } as const,
        { effect: "html", status: 503 } as const,
        { effect: "rate-limit", retryAfter: { form: "seconds", seconds: 2 } } as const,
      ),
      probability: fc.constantFrom(0.05, 0.2, 0.5),
      seed: fc.nat(100_000),
      method: fc.constantFrom("POST", "PUT", "DELETE", "GET"),
    })
    .map(({ effect, ...when }): Fault => ({ ...effect, when })),
  { minLength: 1, maxLength: 4 },
);

export async function withService<T>(
  options: ServiceOptions,
  work: (service: TestService) => Promise<T>,
): Promise<T> {
  const service = await startService({ token: TOKEN, ...options });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}
