import { labelKeys, type WordingRule } from './wording-rule.ts';

/** What reads like another language word by word, and words of our own where the field has one. */
export const englishRules: WordingRule[] = [
  {
    pattern: /\bby (itself|themselves)\b/i,
    say: 'Say "automatically", or "Retrying…" while it does.',
    refuses: 'It starts again by itself.',
    accepts: 'It restarts automatically.',
  },
  {
    pattern: /\btried (once more|again)\b/i,
    say: 'Say "Retrying…" or "Try again."',
    refuses: 'It is tried again.',
    accepts: 'Try again in a moment.',
  },
  {
    pattern: /\bshall\b/i,
    say: 'Say "will".',
    refuses: 'The machine that shall record',
    accepts: 'The machine that will record',
  },
  {
    pattern: /\b(you|who|whoever|somebody|someone|they|people) may\b|\bmay not\b/i,
    say: 'For a right say "can" or "You don\'t have permission to …".',
    refuses: 'You may not play this footage.',
    accepts: 'Events from those minutes may be missing.',
  },
  {
    pattern: /\bright to \w+\b/i,
    say: 'Say "permission", and name it as in the list of permissions.',
    refuses: 'Ask for the right to search.',
    accepts: 'Ask for the permission “Search”.',
  },
  {
    pattern: /(?<!\bthere )\b(is|are) no (?!longer\b|more\b|one\b)\w/i,
    say: 'Say "isn\'t a" or "has no".',
    refuses: 'The address is no RTSP address.',
    accepts: 'There is no sub-stream, and it is no longer recorded.',
  },
  {
    pattern: /\b[Ss]omebody\b/,
    say: 'Say "someone".',
    refuses: 'Somebody else changed this.',
    accepts: 'Someone else changed this.',
  },
  { pattern: /\banew\b/i, say: 'Say "again".', refuses: 'Pair it anew.', accepts: 'Pair it again.' },
  {
    pattern: /\bof before\b/i,
    say: 'Say "previous" or "earlier".',
    refuses: 'The version of before runs.',
    accepts: 'The previous version is running.',
  },
  {
    pattern: /\btaken back\b/i,
    say: 'Say "rolled back" or "revoked".',
    refuses: 'The version was taken back.',
    accepts: 'Rolled back to the previous version',
  },
  {
    pattern: /\bgo(es)? on\b/i,
    say: 'Say "continue" or "keeps".',
    refuses: 'Recording goes on.',
    accepts: 'Recording continues.',
  },
  { pattern: /\bjust now\b/i, say: 'Say "right now".', refuses: 'None just now', accepts: 'None right now' },
  {
    pattern: /\bnothing is looked for\b|\bcould not be (found out|told|loaded)\b/i,
    say: 'Say "Couldn\'t check …" or "… didn\'t load".',
    refuses: 'Whether it can be deleted could not be found out',
    accepts: "Couldn't check whether it can be deleted",
  },
  {
    pattern: /\b(did|do|does|could|can|is|are|was|were|has|have|will) ?not\b(?! (only|yet)\b)/i,
    say: 'Use the contraction: "didn\'t", "can\'t", "isn\'t".',
    refuses: 'The cameras did not load',
    accepts: "The cameras didn't load",
  },
  {
    pattern: /\bthe own\b/i,
    say: 'Say "their own".',
    refuses: 'Unlinked from the own account',
    accepts: 'Unlinked from their own account',
  },
  {
    pattern: / - /,
    say: 'Write two sentences, a colon or a comma.',
    refuses: 'Offline - check it',
    accepts: 'Offline: check it',
  },
  {
    pattern: /\u2019/,
    say: 'Write the straight apostrophe.',
    refuses: 'It isn\u2019t there.',
    accepts: "It isn't there.",
  },
  { pattern: /!/, say: 'Nothing is shouted.', refuses: 'Saved!', accepts: 'Saved' },
  {
    pattern: /^[^.]+\.$/,
    keys: labelKeys,
    say: 'No full stop in buttons and headings.',
    refuses: 'Add camera.',
    accepts: 'Add camera',
  },
];
