import type { EventColour } from '@sightline/contracts/events/event';
import { useEventWords } from './use-event-words.ts';
import { Ellipsis } from '../../../ui/layout/ellipsis.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import classes from './facts.module.css';

/** Colours as dots, each once, with their names as words for whoever does not see or tell colours. */
export function ColourDots({ colours }: { colours: readonly EventColour[] }) {
  const words = useEventWords();
  const named = [...new Set(colours.map(({ colour }) => colour))].slice(0, 4);
  if (named.length === 0) return null;
  return (
    <Row as="span" inline align="center" gap={6} className={classes.colours}>
      <Row as="span" inline gap={2} className={classes.dots} aria-hidden="true">
        {named.map((colour) => (
          <i key={colour} className={classes.dot} data-colour={colour} />
        ))}
      </Row>
      <Ellipsis>{words.colours(colours)}</Ellipsis>
    </Row>
  );
}
