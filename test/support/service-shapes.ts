/**
 * Services of other shapes: how each link is shown and taken, which fields are not shown, and what
 * PUT does with what it is not given.
 */
import { catalog } from "../../src/catalog/index.ts";
import type { Kind, Link } from "../../src/catalog/types.ts";
import type { LiveGame } from "../../src/model/model.ts";

/**
 * `create`: only POST takes the link. `put`: POST and PUT do. `endpoint`: it has requests of its
 * own; if the record shows it, PUT takes the list as well.
 */
export interface Way {
  readonly shown: "record" | "include" | "endpoint" | "no";
  readonly taken: "endpoint" | "put" | "create" | "never";
}

export interface ServiceShape {
  /** By `kind.link`. */
  readonly links: Readonly<Record<string, Way>>;
  /**
   * `replace` resets everything that a request leaves out, except links with requests of their own
   * that records do not show. `replace-all` takes and resets these as well.
   */
  readonly put: "patch" | "replace" | "replace-all";
  /** Fields that records do not show, by `kind.field`. */
  readonly hides?: readonly string[];
  /**
   * The end of a resource that others refer to. Absent: the deletion is refused. `cascade`:
   * resources that require it are deleted with it, and others lose their reference or membership.
   */
  readonly deletion?: "cascade";
}

const LINKS = [
  "action.reactions",
  "criteria_group.criteria",
  "criteria_group.criteria_groups",
  "achievement.rewards",
];

/** In the order of `LINKS`, `shown/taken`. */
function links(...ways: readonly string[]): ServiceShape["links"] {
  return Object.fromEntries(
    LINKS.map((name, index): [string, Way] => {
      const [shown, taken] = (ways[index] ?? ways[0] ?? "").split("/") as [
        Way["shown"],
        Way["taken"],
      ];
      return [name, { shown, taken }];
    }),
  );
}

export const SERVICES: Readonly<Record<string, ServiceShape>> = {
  extended: {
    links: links("endpoint/create", "include/endpoint", "include/create", "endpoint/endpoint"),
    put: "patch",
  },
  documented: { links: links("no/create", "record/put", "record/put", "record/put"), put: "patch" },
  "ids in the record": { links: links("record/put"), put: "patch" },
  "a PUT that replaces": { links: links("record/put"), put: "replace" },
  "ids in the record, and link endpoints": {
    links: links("endpoint/create", "record/endpoint", "record/put", "record/endpoint"),
    put: "patch",
  },
  "a PUT that replaces, and link endpoints": {
    links: links("record/put", "record/endpoint", "record/put", "record/endpoint"),
    put: "replace",
  },
  "ids in the record, some for creations only": {
    links: links("record/create", "record/put", "record/create", "record/put"),
    put: "patch",
  },
  "a PUT that replaces, some ids for creations only": {
    links: links("record/create", "record/endpoint", "record/create", "record/endpoint"),
    put: "replace",
  },
  "a PUT that replaces, and separate lists": {
    links: links("endpoint/create", "include/endpoint", "include/create", "endpoint/endpoint"),
    put: "replace",
  },
  embedded: {
    links: links("include/create", "include/endpoint", "include/create", "include/endpoint"),
    put: "patch",
  },
  "separate lists": {
    links: links("endpoint/create", "endpoint/endpoint", "no/create", "endpoint/endpoint"),
    put: "patch",
  },
  "links taken and not shown": { links: links("no/put"), put: "patch" },
  "rewards ignored": {
    links: links("no/create", "record/put", "record/put", "no/never"),
    put: "patch",
  },
  "deletions that cascade": {
    links: links("endpoint/create", "record/endpoint", "include/create", "include/endpoint"),
    put: "patch",
    deletion: "cascade",
  },
  "links ignored": { links: links("no/create", "no/never", "no/never", "no/never"), put: "patch" },
};

/**
 * Values that records do not show. References are not among them: without them, nothing shows the
 * order of deletions.
 */
const HIDDEN = [
  "achievement.points",
  "achievement.is_secret",
  "criterion.rule",
  "criterion.conditions",
  "reward.custom_data",
  "leaderboard.ordering",
  "leaderboard.score_preference",
];

/** Services that do not show everything. */
export const SECRETIVE_SERVICES: Readonly<Record<string, ServiceShape>> = Object.fromEntries(
  ["extended", "a PUT that replaces", "a PUT that replaces, and separate lists"].map(
    (name): [string, ServiceShape] => [
      name,
      { ...(SERVICES[name] as ServiceShape), hides: HIDDEN },
    ],
  ),
);

/** Services of which laurel only keeps everything if the project file says that PUT replaces. */
export const REPLACING_SERVICES: Readonly<Record<string, ServiceShape>> = Object.fromEntries(
  ["extended", "ids in the record, and link endpoints", "embedded"].map(
    (name): [string, ServiceShape] => [
      `${name}, with a PUT that replaces all`,
      { ...(SERVICES[name] as ServiceShape), put: "replace-all", hides: HIDDEN },
    ],
  ),
);

/**
 * The shape of a service that reading has shown so. What is not known is as in the extended one.
 */
export function shapeOf(live: LiveGame): ServiceShape {
  const links = catalog.flatMap((kind) => kind.links.map((link) => ({ kind, link })));
  const ways = links.map(({ kind, link }): [string, Way] => {
    const name = `${kind.name}.${link.name}`;
    return [name, wayIn(live, { kind, link, usual: SERVICES.extended?.links[name] as Way })];
  });
  return { links: Object.fromEntries(ways), put: "patch" };
}

function wayIn(
  live: LiveGame,
  { kind, link, usual }: { readonly kind: Kind; readonly link: Link; readonly usual: Way },
): Way {
  const way = live.wayOf(kind, link);
  if (way.by === "unknown") return usual;
  const takenInBody = way.inRecord ? "put" : "create";
  const taken = way.by === "endpoint" ? "endpoint" : takenInBody;
  if (way.inRecord) return { shown: "record", taken };
  const isHidden = [...live.resources.values()].some(
    (each) => each.kind === kind.name && each.links[link.name] === undefined,
  );
  return { shown: isHidden ? "no" : usual.shown, taken };
}
