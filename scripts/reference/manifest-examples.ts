/** Manifests that the reference shows. Tests validate them. */
interface KindExamples {
  /** Only what is required. */
  readonly minimal: string;
  /** Every field and link. */
  readonly full: string;
}

/** By kind. */
export const KIND_EXAMPLES: Readonly<Record<string, KindExamples>> = {
  action: {
    minimal: `actions:
  - custom_id: slay-dragon
    name: Slay a dragon`,
    full: `actions:
  - custom_id: slay-dragon
    name: Slay a dragon
    description: Reported when the last blow lands.
    custom_data: { icon: dragon.png, element: fire }
    reactions: [slay-enemy]
  - custom_id: slay-enemy
    name: Slay an enemy`,
  },
  criterion: {
    minimal: `criteria:
  - custom_id: a-dragon
    name: Slay a dragon
    custom_action_id: slay-dragon`,
    full: `criteria:
  - custom_id: dragons-at-night
    name: Slay ten dragons at night
    description: Three days in a row.
    custom_action_id: slay-dragon
    type: sum
    rule: gte:10
    streak: days:3
    conditions:
      groups:
        - conditions: ["betweenHours:22,8"]`,
  },
  criteria_group: {
    minimal: `criteria_groups:
  - custom_id: dragon-slayer
    name: Dragon slayer`,
    full: `criteria_groups:
  - custom_id: dragon-slayer
    name: Dragon slayer
    description: Dragons in winter, or the whole hunt.
    operator: or
    conditions:
      groups:
        - conditions: ["months:12,1,2"]
    criteria: [slay-10-dragons]
    criteria_groups: [whole-hunt]
  - custom_id: whole-hunt
    name: The whole hunt
    criteria: [slay-a-griffin, slay-a-hydra]`,
  },
  reward: {
    minimal: `rewards:
  - custom_id: dragon-egg
    name: A dragon's egg`,
    full: `rewards:
  - custom_id: dragon-egg
    name: A dragon's egg
    description: Hatches after a week.
    custom_data: { item: 1042, amount: 1 }`,
  },
  achievement: {
    minimal: `achievements:
  - custom_id: dragon-slayer
    name: Dragon slayer`,
    full: `achievements:
  - custom_id: dragon-slayer
    name: Dragon slayer
    description: Slay ten dragons.
    custom_data: { icon: dragon.png }
    is_secret: false
    points: 50
    custom_criteria_group_id: dragon-slayer
    rewards: [dragon-egg]`,
  },
  leaderboard: {
    minimal: `leaderboards:
  - custom_id: renown
    name: Renown`,
    full: `leaderboards:
  - custom_id: fastest-lap
    name: Fastest lap
    description: Times in milliseconds.
    custom_data: { unit: ms }
    type: session
    ordering: smaller-is-better
    score_preference: prefer-lower
    custom_session_id: season-2`,
  },
};

/** Manifests that show what holds for every kind. */
export const IN_PLACE = `achievements:
  - custom_id: dragon-slayer
    name: Dragon slayer
    points: 50
    custom_criteria_group_id:            # a definition in place of an id
      custom_id: dragon-slayer
      name: Dragon slayer
      criteria:
        - custom_id: slay-10-dragons     # another definition
          name: Slay ten dragons
          custom_action_id: slay-dragon  # an id
          rule: gte:10`;

export const MANAGED = `rewards:
  - { custom_id: dragon-egg, name: A dragon's egg }
leaderboards: []                         # managed, and none`;

export const LEFT_ALONE = `leaderboards:
  - custom_id: summer
    name: Summer
    description: Written in the admin panel.
    ignore: [description]                # sent on creation, then left alone
  - custom_id: garden
    name: Garden
    type: custom
    create_only: true                    # the whole resource is`;

export const MOVED_EXAMPLE = `achievements:
  - { custom_id: dragon-slayer, name: Dragon slayer }
moved:
  - { kind: achievement, from: dragon-killer, to: dragon-slayer }`;

export const REMOVED_EXAMPLE = `leaderboards: []
removed:
  - { kind: leaderboard, custom_id: season-1, reason: Season 1 is over }
  - { kind: leaderboard, custom_id: season-0, reason: Kept in the admin panel, keep: true }`;

/** An override of `IN_PLACE`. */
export const OVERRIDE = `criteria:
  - { custom_id: slay-10-dragons, rule: gte:1 }`;
