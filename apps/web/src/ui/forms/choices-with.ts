interface Choice {
  value: string;
  label: string;
}

/** Choices of a native select, with an empty one where the value is none of them: the browser would show the first as if it were chosen. */
export const choicesWith = (choices: readonly Choice[], value: string): Choice[] =>
  choices.some((choice) => choice.value === value) ? [...choices] : [{ value, label: '' }, ...choices];
