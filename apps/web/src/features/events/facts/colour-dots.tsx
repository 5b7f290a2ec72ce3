import type { EventColour } from '@sightline/contracts/events/event';
import { useEventWords } from './use-event-words.ts';
import classes from './facts.module.css';

/** Colours as dots, each once, with their names as words for whoever does not see or tell colours. */
export function ColourDots({ colours }: { colours: readonly EventColour[] }) {
  const words = useEventWords();
  const named = [...new Set(colours.map(({ colour }) => colour))].slice(0, 4);
  if (named.length === 0) return null;
  return (
    <span className={classes.colours}>
      <span className={classes.dots} aria-hidden="true">
        {named.map((colour) => (
          <i key={colour} className={classes.dot} data-colour={colour} />
        ))}
      </span>
      <span className={classes.colourNames}>{words.colours(colours)}</span>
    </span>
  );
}
