import { cloneElement, type ReactElement, type ReactNode } from 'react';

interface TextWithPartsProps {
  /** A text in which parts stand between marks of their names: `See the <terms>terms</terms>.` */
  text: string;
  /** The element around what stands in each part: `{ terms: <Link to="/terms" /> }`. */
  parts: Record<string, ReactElement>;
}

const part = /<(\w+)>(.*?)<\/\1>/gs;

/** A text with links or names in it. The library's way to do that brings a reader of HTML to the first page of everybody. */
export function TextWithParts({ text, parts }: TextWithPartsProps) {
  const drawn: ReactNode[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', 2: inner = '', index } of text.matchAll(part)) {
    const around = parts[name];
    drawn.push(text.slice(end, index), around === undefined ? inner : cloneElement(around, { key: index }, inner));
    end = index + whole.length;
  }
  return (
    <>
      {drawn}
      {text.slice(end)}
    </>
  );
}
