/**
 * Short histories of what matters to criteria: amounts at the ends of their rules, at moments and with data that count for
 * one of them and not for another. In: the criteria of both sides of a change. Out: histories, shorter ones first.
 */
import type { Activity } from "../../rules/model.ts";
import { dataFor, difference } from "../design/activity-sets.ts";
import { type Design, isReported } from "../design/design.ts";
import { activitiesOf, type Requirement, recordingActions } from "../design/requirements.ts";
import { CYCLE, openCalendar } from "../report/witness/assignments.ts";

/** More criteria, activities and boxes are left out. */
const MOST_CRITERIA = 8;
const MOST_ACTIVITIES = 14;
const MOST_BOXES = 2;

const MOST_LENGTH = 3;

/** `design`: where the activities are reported. */
export function* smallHistories(requirements: readonly Requirement[], design: Design): Generator<readonly Activity[]> {
  const letters = lettersOf(requirements.slice(0, MOST_CRITERIA), design);
  let shorter: readonly (readonly Activity[])[] = [[]];
  for (let length = 1; length <= MOST_LENGTH; length += 1) {
    const longer: (readonly Activity[])[] = [];
    for (const history of shorter) {
      for (const letter of letters) {
        const next = [...history, after(history.at(-1), letter)];
        yield next;
        longer.push(next);
      }
    }
    shorter = longer;
  }
}

/** The same activity, years later where it would come before the last one. */
function after(last: Activity | undefined, activity: Activity): Activity {
  if (last === undefined || last.at <= activity.at) return activity;
  return { ...activity, at: activity.at + Math.ceil((last.at - activity.at) / CYCLE) * CYCLE };
}

/** Of each criterion the first ones, then the second ones, and so on. */
function lettersOf(requirements: readonly Requirement[], design: Design): readonly Activity[] {
  const all = requirements.map((requirement) => activitiesFor(requirement, requirements, design));
  const found = new Map<string, Activity>();
  for (let index = 0; found.size < MOST_ACTIVITIES && all.some(({ length }) => length > index); index += 1) {
    for (const each of all.flatMap((activities) => activities[index] ?? [])) found.set(JSON.stringify(each), each);
  }
  return [...found.values()].slice(0, MOST_ACTIVITIES);
}

function activitiesFor(
  requirement: Requirement,
  requirements: readonly Requirement[],
  design: Design,
): readonly Activity[] {
  const { criterion, values } = requirement;
  const [least, most] = [values.least, values.most].map((end) => (end === null ? undefined : Number(end.at)));
  const ends = [least ?? 1, most ?? 1, (least ?? 1) - 1, (most ?? 0) + 1];
  const amounts = [...new Set(ends)].filter((amount) => amount >= 0 && Number.isSafeInteger(amount));
  const alike = requirements.filter((each) => each.criterion.custom_action_id === criterion.custom_action_id);
  const apart = alike.map((each) => difference(activitiesOf(requirement), activitiesOf(each)));
  const boxes = [activitiesOf(requirement), ...apart].flatMap((set) => set.boxes.slice(0, MOST_BOXES));
  const ids = [...recordingActions(requirement)].filter((id) => isReported(design, id)).slice(0, 2);
  return amounts.flatMap((amount) =>
    boxes.flatMap((box) => {
      const [at, custom_data] = [openCalendar().moment(box), dataFor(box)];
      if (at === undefined || custom_data === undefined) return [];
      return ids.map((custom_action_id) => ({ custom_action_id, amount, at, custom_data, custom_session_id: null }));
    }),
  );
}
