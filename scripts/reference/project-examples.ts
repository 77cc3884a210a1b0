/**
 * Project files of the reference: one for the page, and one for each section. A test reads each of
 * them.
 */
export const PROJECT_EXAMPLES: Readonly<Record<string, string>> = {
  file: `version: 1
service:
  base_url: "\${LAUREL_BASE_URL}"
games:
  dungeon:
    manifests: games/dungeon
    prune: true
    default_environment: local
    environments:
      local: { embedded: true }
      production: { game_id: "\${LAUREL_GAME_ID_DUNGEON}" }`,
  service: withGame(`service:
  base_url: https://api.example.com
  token_env: LAUREL_DUNGEON_TOKEN
  concurrency: 8
  requests_per_second: 20
  timeout_seconds: 10`),
  wire: withGame(`service:
  base_url: https://api.example.com
  wire:
    update: whole
    booleans: word
    custom_data: { rewards: json }`),
  lint: withGame(`lint:
  rules: { missing-description: error, unused-reward: "off" }
  budget: { total_points: 1000, step: 5 }`),
  rules: withGame(`lint:
  rules:
    missing-description: error
    unused-reward: "off"`),
  budget: withGame(`lint:
  budget:
    total_points: 1000
    max_achievements: 50
    step: 5`),
  game: `version: 1
games:
  dungeon:
    manifests: games/dungeon
    prune: true
    allow: [mass-change]
    default_environment: local
    environments:
      local: { embedded: true }
      staging: { game_id: "41" }`,
  action: `version: 1
games:
  dungeon:
    manifests: games/dungeon
    actions:
      slay-dragon: { effort: 20 }
      walk: { amount: measure, effort: 0.01 }
      gain-xp: { reported: false }
    environments:
      local: { embedded: true }`,
  environment: `version: 1
games:
  dungeon:
    manifests: games/dungeon
    environments:
      local: { embedded: true }
      production:
        game_id: "42"
        service: { base_url: https://api.example.com, token_env: LAUREL_PRODUCTION_TOKEN }
        prune: true`,
};

function withGame(settings: string): string {
  return `version: 1
${settings}
games:
  dungeon:
    manifests: games/dungeon
    environments: { local: { embedded: true } }`;
}
