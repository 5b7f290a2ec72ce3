/** Query parameters of the search page, as they stand in the address: words, and lists with commas. Absent means the default. */
export interface SearchAddress {
  /** `motion`: motion in a region of one camera; otherwise what was recognised. */
  tab?: 'motion' | undefined;
  class?: string | undefined;
  colour?: string | undefined;
  part?: string | undefined;
  plate?: string | undefined;
  match?: 'similar' | undefined;
  camera?: string | undefined;
  site?: string | undefined;
  zone?: string | undefined;
  severity?: string | undefined;
  range?: string | undefined;
  /** Ends of a custom range, UTC milliseconds. */
  from?: string | undefined;
  to?: string | undefined;
  /** Seconds in view, `least-most`; either may be missing. */
  stay?: string | undefined;
  /** Least motion level, 1-255. */
  motion?: string | undefined;
  face?: 'true' | undefined;
  /** Ids of people who were recognised. */
  person?: string | undefined;
  /** Ids of uniforms that people wear. */
  uniform?: string | undefined;
  plates?: 'true' | undefined;
  rest?: 'exclude' | 'only' | undefined;
  /** `all`: also what the model was unsure of. */
  sure?: 'all' | undefined;
  /** Id of the event whose facts are open. */
  event?: string | undefined;
  /** Id of the event that results should look like, and by what. */
  like?: string | undefined;
  by?: 'face' | undefined;
  /** Cells of a motion search, 36 hex digits. */
  cells?: string | undefined;
  /** Least motion level of a motion search, 1-255. */
  level?: string | undefined;
}

/** Everything that narrows the results; clearing the filters empties these. */
export const filterKeys = [
  'class',
  'colour',
  'part',
  'person',
  'uniform',
  'plate',
  'match',
  'camera',
  'site',
  'zone',
  'severity',
  'range',
  'from',
  'to',
  'stay',
  'motion',
  'face',
  'plates',
  'rest',
  'sure',
] as const satisfies readonly (keyof SearchAddress)[];
