import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface WordsFieldProps {
  label: string;
  hint?: string | undefined;
  words: readonly string[];
  error?: ReactNode;
  onChange: (words: string[]) => void;
}

const wordsIn = (text: string): string[] =>
  text
    .split(/[\n,]/)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** A list that is typed or pasted, one in each line. */
export function WordsField({ label, hint, words, error, onChange }: WordsFieldProps) {
  // As it was typed, with the line that is still empty.
  const [typed, setTyped] = useState(words.join('\n'));
  const isSame = wordsIn(typed).join('\n') === words.join('\n');
  return (
    <Textarea
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autosize
      minRows={3}
      maxRows={10}
      dir="ltr"
      value={isSame ? typed : words.join('\n')}
      error={error}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        onChange(wordsIn(value));
      }}
    />
  );
}
