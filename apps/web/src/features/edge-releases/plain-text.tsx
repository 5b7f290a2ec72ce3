/** Text of a machine: left to right, in every language, and not to be translated. */
export const machineText = (text: string) => (
  <bdi dir="ltr" translate="no">
    {text === '' ? '–' : text}
  </bdi>
);

/** A day and time that was formatted already. */
export const isolatedText = (text: string) => <bdi>{text}</bdi>;
