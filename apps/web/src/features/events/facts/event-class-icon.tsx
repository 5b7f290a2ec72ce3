import type { EventClass } from '@sightline/contracts/events/event';
import { IconCar, IconPaw, IconUser } from '@tabler/icons-react';
import classes from './facts.module.css';

const icons = { person: IconUser, vehicle: IconCar, animal: IconPaw } as const;

/** The sign of what was seen, in its colour; decoration beside its word. */
export function EventClassIcon({ kind, size = 16 }: { kind: EventClass; size?: 14 | 16 | 20 }) {
  const Icon = icons[kind];
  return (
    <Icon className={classes.kind} data-kind={kind} size={size} stroke={size === 20 ? 1.5 : 1.6} aria-hidden="true" />
  );
}
