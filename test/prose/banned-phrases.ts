/**
 * Phrases that laurel does not use in documentation, help texts, messages and comments: literary verbs for programs, and
 * ways around a plain word. Each with what to write. CONTRIBUTING.md has the rules.
 */
export const BANNED_PHRASES: readonly (readonly [phrase: RegExp, better: string])[] = [
  [
    /\btell(s|ing)? (?:you|them|us|it|the|whether|what|which|how|apart|that|of|from)\b/i,
    "print, show, report, distinguish",
  ],
  [/\b(?:is|are|was|be) told\b/i, "receives, gets; or say what the caller passes"],
  [
    /\b(?:stands?|stood|standing) (?:in|on|for|at|below|before|above|between|beside|behind|there|against|under|instead)\b/i,
    "is in, contains, represents",
  ],
  [
    /\b(?:laurel|it|command|program|run|plan|service|client|server|planner|file|parser) (?:asks|asked|wishes|wants|knows|means to|wonders|dies|died|says so|likes|trusts)\b/i,
    "requests, checks, requires, has",
  ],
  [/\bwhoever\b/i, "anyone who, or drop it"],
  [/\banew\b/i, "again"],
  [/\b(?:comes?|came|coming) true\b/i, "is met, is satisfied"],
  [/\btak(?:e|es|ing) (?:it )?along\b/i, "deletes too, includes"],
  [/\bput(?:s|ting)? (?:it |them )?right\b/i, "fix"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\bmake it so\b/i, "apply it"],
  [/\bthat (?:is|are) (?:not )?there\b/i, "existing, missing"],
  [/\bin good order\b/i, "cleanly"],
  [/\bgoes wrong\b/i, "fails"],
  [/\bhow hard to work\b/i, "request limits"],
  [/\bby hand of\b/i, "by"],
  [/\bin the way\b/i, "name what exists"],
  [/\bfor want of\b/i, "because there is no"],
  [/\bso many\b/i, "a number of, N"],
  [/\bsuch as one\b/i, "like"],
  [/\bwhat nobody\b/i, "unused"],
  [/\bnobody (?:sees|reads|knows|wants|needs|asked|can)\b/i, "invisible, unused, no player can"],
  [/\bhas to do with\b/i, "concerns"],
  [/\blies in wait\b/i, "is pending"],
  [/\btaken for\b/i, "treated as, mistaken for"],
  [/\bcarr(?:y|ies|ied|ying) (?:it |them |a plan |plans )?out\b/i, "apply, execute, run"],
  [/\bcame to\b|\bcomes to\b/i, "result is"],
  [/\bbegins? (?:anew|afresh)\b/i, "restart"],
  [/\b(?:service|server)'s words\b|\bthe words of (?:a|the) (?:service|server)\b/i, "message"],
  [/\bsomebody has been at\b/i, "someone changed"],
  [/\bin order that\b/i, "so"],
  [/\bthereby|therein|thereof|whereupon|hitherto\b/i, "plain words"],
];
