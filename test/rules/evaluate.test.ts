/**
 * Whether criteria and groups are met, by the documents of the service
 * (docs/service.md#criterion-rules).
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endlessWork } from "../../src/ground/work.ts";
import { compile } from "../../src/rules/compiled.ts";
import { combineTruths, evaluate } from "../../src/rules/evaluate.ts";
import type { Activity, CriterionRules, Player, Truth } from "../../src/rules/model.ts";
import { parseRule, parseStreak } from "../../src/rules/rule.ts";
import { openHistory } from "../../src/rules/tally.ts";
import { type DesignParts, designFrom } from "../support/designs.ts";

const activity = (more: Partial<Activity> & { readonly time?: string } = {}): Activity => {
  const { time, ...rest } = more;
  return {
    custom_action_id: "a",
    amount: 1,
    at: Date.parse(time ?? "2026-05-20T12:00:00Z"),
    custom_data: null,
    custom_session_id: null,
    ...rest,
  };
};

/** Of a group, what a player's activities make of it, the last one being the current one. */
function judgeGroup(
  parts: DesignParts,
  activities: readonly Activity[],
  player: Partial<Player> = {},
) {
  const rules = designFrom(parts);
  const history = openHistory(
    { time_zone: "UTC", custom_data: null, ...player },
    endlessWork(),
    activities,
  );
  const current = activities.at(-1) ?? activity();
  const { truth, reasons } = evaluate(compile(rules).tree("g"), { rules, history, current });
  return { truth, reasons };
}

function judge(
  criterion: Partial<CriterionRules>,
  activities: readonly Activity[],
  player?: Partial<Player>,
) {
  const criteria = { c: { custom_action_id: "a", ...criterion } };
  return judgeGroup(
    { actions: { a: { custom_data: { day: 20 } } }, criteria, groups: { g: { criteria: ["c"] } } },
    activities,
    player,
  );
}

const conditions = (...texts: string[]) => ({ groups: [{ conditions: texts }] });

describe("type and rule, by the worked example: amounts with sum 12 and average 3", () => {
  const amounts = [2, 3, 4, 3].map((amount) => activity({ amount }));
  it.each([
    ["sum", "gt:5", "yes"],
    ["sum", "lt:3", "no"],
    ["sum", "eq:12", "yes"],
    ["average", "gt:5", "no"],
    ["average", "lt:3", "no"],
    ["average", "eq:12", "no"],
    ["average", "eq:3", "yes"],
    ["amount", "gt:5", "no"],
    ["amount", "lt:3", "yes"],
    ["amount", "eq:12", "no"],
  ] as const)("%s %s is %s", (type, rule, truth) => {
    expect(judge({ type, rule }, amounts).truth).toBe(truth);
  });

  it("counts only activities for the criterion's action", () => {
    expect(
      judge({ rule: "eq:1" }, [activity(), activity({ custom_action_id: "b", amount: 9 })]).truth,
    ).toBe("yes");
  });

  it.each(["lt:5", "lte:0", "eq:0"])("%s is not met by no activity at all", (rule) => {
    expect(judge({ rule }, []).truth).toBe("no");
  });

  it("compares averages and large sums exactly", () => {
    const of = (...all: readonly number[]) => all.map((amount) => activity({ amount }));
    expect(judge({ type: "average", rule: "gt:3" }, of(3, 3, 4)).truth).toBe("yes");
    expect(judge({ type: "average", rule: "gte:4" }, of(3, 4, 4)).truth).toBe("no");
    const huge = of(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 1);
    expect(judge({ rule: "eq:18014398509481983" }, huge).truth).toBe("yes");
    expect(judge({ rule: "eq:18014398509481984" }, huge).truth).toBe("no");
  });
});

describe("what cannot be read", () => {
  it.each([
    [{ rule: "gte:sum,10" }, 'the rule "gte:sum,10"'],
    [{ rule: "ne:3" }, 'the rule "ne:3"'],
    [{ type: "median" }, 'the type "median"'],
    [{ streak: "weeks:3" }, 'the streak "weeks:3"'],
    [{ streak: "days:0" }, 'the streak "days:0"'],
    [{ conditions: "text" }, "must be an object"],
    [
      { conditions: { groups: [{ conditions: ["moonPhase:full"] }] } },
      '"moonPhase:full" is not known',
    ],
    [{ conditions: { conditions: [] } }, 'member "conditions"'],
    [{ conditions: { operator: "not", groups: [] } }, 'operator "not"'],
    [{ conditions: conditions("month:13") }, '"month:13" is invalid: month must be 1–12'],
    [{ conditions: conditions("activityData:a,ne,1") }, "the operator of activityData must be"],
    [
      { conditions: conditions("activityData:a,eq,two words") },
      "the operand of activityData must be",
    ],
    [{ conditions: conditions("betweenHours:24,1") }, "betweenHours must start at 0–23, found 24"],
    [{ conditions: conditions("months:") }, "not in the form"],
    [{ conditions: conditions("month:{game.month}") }, "month must be 1–12"],
    [{ conditions: conditions("month:{player.birthday.month}") }, "leads to no text or number"],
    [{ conditions: conditions("month:{activity.class}") }, 'leads to "rogue"'],
  ] as const)("%j is unreadable with a reason, and so never met", (more, words) => {
    expect(judge({}, [activity()], { time_zone: "Mars/Olympus" }).reasons.join()).toContain(
      "Mars/Olympus",
    );
    for (const rule of ["gte:1", "lt:5"]) {
      const verdict = judge({ rule, ...more }, [activity({ custom_data: { class: "rogue" } })]);
      expect(verdict.truth).toBe("unreadable");
      expect(verdict.reasons.join()).toContain(words);
      expect(verdict.reasons.join()).toContain('criterion "c"');
    }
  });

  it("never throws, whatever the texts are", () => {
    const anyConditions = fc.jsonValue() as fc.Arbitrary<CriterionRules["conditions"]>;
    const text = fc.oneof(fc.string(), fc.constantFrom("gte:1", "days:2", "sum", "lt:0"));
    const wild = fc.record({
      rule: text,
      type: text,
      streak: fc.option(text),
      conditions: anyConditions,
    });
    fc.assert(
      fc.property(wild, (criterion) => {
        expect(["yes", "no", "unreadable"]).toContain(judge(criterion, [activity()]).truth);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (condition) => {
        judge({ conditions: conditions(condition) }, [activity()]);
        expect(parseRule(condition, "sum").ok && parseStreak(condition).ok).toBe(false);
      }),
    );
  });
});

describe("conditions", () => {
  it.each([
    ["activityData:class,eq,rogue", true],
    ["activityData:class,eq,wizard", false],
    ["activityData:class,gt,1", false],
    ["activityData:hit.points,gte,10", true],
    ["activityData:hit.points,lt,10", false],
    ["activityData:level,eq,7", true],
    ["activityData:none,lt,10", false],
    ["activityData:level,eq,{player.level}", true],
    ["activityData:hit.points,lt,{player.level}", false],
    ["betweenHours:9,8", true],
    ["betweenHours:17,8", false],
    ["betweenHours:22,15", true],
    ["betweenHours:22,14", false],
    ["betweenHours:12,1", true],
    ["betweenHours:12,0", false],
    ["dayOfMonth:20", true],
    ["dayOfMonth:last", false],
    ["dayOfMonth:{action.day}", true],
    ["month:5", true],
    ["month:{player.birthday.month}", false],
    ["months:12,1,5", true],
    ["months:6", false],
  ] as const)("%s lets the activity count: %s", (condition, isCounted) => {
    const custom_data = { class: "rogue", hit: { points: 10 }, level: "7" };
    const player = { custom_data: { level: 7, birthday: { month: 3 } } };
    const verdict = judge(
      { conditions: conditions(condition) },
      [activity({ custom_data })],
      player,
    );
    expect(verdict).toEqual({ truth: isCounted ? "yes" : "no", reasons: [] });
  });

  it("the last day of the month knows leap years", () => {
    const isLast = (day: string) =>
      judge({ conditions: conditions("dayOfMonth:last") }, [activity({ time: `${day}T00:00:00Z` })])
        .truth;
    expect(["2028-02-28", "2028-02-29", "2027-02-28"].map(isLast)).toEqual(["no", "yes", "yes"]);
  });

  it("groups combine by their operators, and by without one", () => {
    const yes = "month:5";
    const no = "month:6";
    const judged = (value: CriterionRules["conditions"]) =>
      judge({ conditions: value }, [activity()]).truth;
    expect(judged({ groups: [{ operator: "or", conditions: [yes, no] }] })).toBe("yes");
    expect(judged({ groups: [{ conditions: [yes, no] }] })).toBe("no");
    expect(judged({ groups: [{ conditions: [yes] }, { conditions: [no] }] })).toBe("no");
    expect(judged({ operator: "or", groups: [{ conditions: [yes] }, { conditions: [no] }] })).toBe(
      "yes",
    );
    expect(judged({ groups: [] })).toBe("yes");
    expect(judged({ groups: [{ conditions: [] }] })).toBe("yes");
    expect(judged([])).toBe("yes");
  });

  it("leave activities that do not fit out of the sum", () => {
    const amounts = [
      activity({ amount: 5 }),
      activity({ amount: 50, time: "2026-06-01T00:00:00Z" }),
    ];
    expect(judge({ rule: "eq:5", conditions: conditions("month:5") }, amounts).truth).toBe("yes");
  });
});

describe("streaks", () => {
  const days = (...list: readonly string[]) =>
    list.map((day) => activity({ time: `${day}T10:00:00Z`, amount: 60 }));

  it("needs the rule to hold within each of the consecutive days", () => {
    const three = days("2026-02-27", "2026-02-28", "2026-03-01");
    expect(judge({ streak: "days:3" }, three).truth).toBe("yes");
    expect(judge({ streak: "days:3" }, three.slice(1)).truth).toBe("no");
    expect(judge({ streak: "days:3" }, days("2026-02-26", "2026-02-28", "2026-03-01")).truth).toBe(
      "no",
    );
    expect(judge({ streak: "days:3", rule: "gte:100" }, three).truth).toBe("no");
    expect(judge({ streak: "days:3", rule: "gte:100" }, [...three, ...three]).truth).toBe("yes");
  });

  it("counts days in the player's time zone", () => {
    const evenings = ["2026-05-18T23:30:00Z", "2026-05-19T12:00:00Z"].map((time) =>
      activity({ time }),
    );
    expect(judge({ streak: "days:2" }, evenings).truth).toBe("yes");
    expect(judge({ streak: "days:2" }, evenings, { time_zone: "Asia/Tokyo" }).truth).toBe("no");
  });

  it("takes days of summer time's begin and end for days like others", () => {
    const spring = days("2026-03-28", "2026-03-29", "2026-03-30");
    const autumn = days("2026-10-24", "2026-10-25", "2026-10-26");
    expect(judge({ streak: "days:3" }, spring, { time_zone: "Europe/Vienna" }).truth).toBe("yes");
    expect(judge({ streak: "days:3" }, autumn, { time_zone: "Europe/Vienna" }).truth).toBe("yes");
  });

  it("counts clock hours, also in zones that are half an hour off and across summer time's begin", () => {
    const at = (...times: readonly string[]) => times.map((time) => activity({ time }));
    const halves = at("2026-05-20T10:15:00Z", "2026-05-20T10:45:00Z");
    expect(judge({ streak: "hours:2" }, halves).truth).toBe("no");
    expect(judge({ streak: "hours:2" }, halves, { time_zone: "Asia/Kolkata" }).truth).toBe("yes");
    const night = at("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z");
    expect(judge({ streak: "hours:2" }, night, { time_zone: "Europe/Vienna" }).truth).toBe("yes");
  });

  it("is met exactly when the longest run of days is long enough, in any order of activities", () => {
    const dayNumbers = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 25 });
    fc.assert(
      fc.property(dayNumbers, fc.integer({ min: 1, max: 6 }), (numbers, count) => {
        const played = new Set(numbers);
        const hasRun = numbers.some((start) =>
          Array.from({ length: count }, (_, offset) => start + offset).every((day) =>
            played.has(day),
          ),
        );
        const activities = numbers.map((day) => activity({ at: Date.UTC(2026, 1, 1 + day, 7) }));
        expect(judge({ streak: `days:${count}` }, activities).truth).toBe(hasRun ? "yes" : "no");
      }),
    );
  });
});

describe("groups", () => {
  const truth = (operator: string, ...members: Truth[]) => combineTruths(operator, members);

  it("an empty group is never true, whatever the operator", () => {
    expect(["and", "or", "xor"].map((operator) => truth(operator))).toEqual(["no", "no", "no"]);
  });

  it("xor is true when exactly one member is; an unreadable member never decides", () => {
    const members = fc.array(fc.constantFrom<Truth>("yes", "no"), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(members, (truths) => {
        const count = truths.filter((each) => each === "yes").length;
        expect(truth("xor", ...truths)).toBe(count === 1 ? "yes" : "no");
        expect(truth("and", ...truths)).toBe(count === truths.length ? "yes" : "no");
        expect(truth("or", ...truths)).toBe(count > 0 ? "yes" : "no");
      }),
    );
    fc.assert(
      fc.property(fc.constantFrom("and", "or", "xor"), members, (operator, truths) => {
        const open = truth(operator, ...truths, "unreadable");
        const closed = [truth(operator, ...truths, "yes"), truth(operator, ...truths, "no")];
        expect(open).toBe(closed[0] === closed[1] ? closed[0] : "unreadable");
      }),
    );
  });

  const judged = (g: object) => {
    const criteria = {
      c: { custom_action_id: "a" },
      never: { custom_action_id: "a", rule: "lt:0" },
      odd: { custom_action_id: "a", rule: "?" },
    };
    const groups = {
      met: { criteria: ["c"] },
      empty: {},
      loop: { criteria_groups: ["loop2"] },
      loop2: { criteria_groups: ["loop"], criteria: ["c"] },
    };
    return judgeGroup({ criteria, groups: { ...groups, g } }, [activity()]);
  };

  it("pools criteria and inner groups under the one operator", () => {
    expect(judged({ criteria: ["c"], criteria_groups: ["met"] }).truth).toBe("yes");
    expect(judged({ criteria: ["c"], criteria_groups: ["empty"] }).truth).toBe("no");
    expect(judged({ operator: "xor", criteria: ["c"], criteria_groups: ["met"] }).truth).toBe("no");
    expect(
      judged({ operator: "xor", criteria: ["never"], criteria_groups: ["met", "empty"] }).truth,
    ).toBe("yes");
  });

  it("its conditions reach into inner groups, and their faults too", () => {
    expect(judged({ criteria_groups: ["met"], conditions: conditions("month:6") }).truth).toBe(
      "no",
    );
    const verdict = judged({ criteria_groups: ["met"], conditions: conditions("weather:rain") });
    expect(verdict.truth).toBe("unreadable");
    expect(verdict.reasons[0]).toContain('group "g": the condition "weather:rain" is not known');
  });

  it("gives the reasons of what cannot be read, circles and missing members included", () => {
    expect(judged({ criteria_groups: ["loop"] }).reasons).toEqual([
      'group "loop": it holds itself (loop > loop2 > loop)',
    ]);
    expect(judged({ operator: "nand", criteria: ["c"] }).reasons[0]).toContain('operator "nand"');
    expect(judged({ criteria: ["none"], criteria_groups: ["gone"] }).reasons).toEqual([
      'criterion "none": it does not exist',
      'group "gone": it does not exist',
    ]);
    expect(judged({ operator: "or", criteria: ["c", "odd"] }).truth).toBe("yes");
  });
});
