import type { EventClass } from '@sightline/contracts/events/event';
import classes from './class-shape.module.css';

const shapes = {
  person: <circle cx="5" cy="5" r="4.5" />,
  vehicle: <rect x="0.5" y="0.5" width="9" height="9" rx="2" />,
  animal: <path d="M5 0.4 9.8 9.2H.2Z" />,
} as const;

/** The shape of a class as the timeline and the boxes draw it; decoration beside its word. */
export function ClassShape({ kind }: { kind: EventClass }) {
  return (
    <svg className={classes.shape} data-kind={kind} width="10" height="10" viewBox="0 0 10 10" aria-hidden="true">
      {shapes[kind]}
    </svg>
  );
}
