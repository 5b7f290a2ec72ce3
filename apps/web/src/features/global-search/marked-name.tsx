import { Ellipsis } from '../../ui/layout/ellipsis.tsx';
import { markedParts } from './marked-parts.ts';
import classes from './palette.module.css';

/** A name with what was typed marked in it. */
export function MarkedName({ name, typed }: { name: string; typed: string }) {
  return (
    <Ellipsis as="bdi" className={classes.name} translate="no">
      {markedParts(name, typed).map(({ text, isMarked, at }) =>
        isMarked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
      )}
    </Ellipsis>
  );
}
