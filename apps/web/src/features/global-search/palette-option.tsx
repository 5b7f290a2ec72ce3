import {
  IconBuilding,
  IconBuildingWarehouse,
  IconDeviceCctv,
  IconFileText,
  IconMapPin,
  IconServer,
  IconShield,
  IconStack2,
  IconTargetArrow,
  IconUser,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Ellipsis } from '../../ui/layout/ellipsis.tsx';
import { MarkedName } from './marked-name.tsx';
import type { PaletteEntry, PaletteGroup } from './palette-entry.ts';
import classes from './palette.module.css';

const icons: Record<PaletteGroup, Icon> = {
  page: IconFileText,
  location: IconBuildingWarehouse,
  sublocation: IconMapPin,
  building: IconBuilding,
  floor: IconStack2,
  core: IconServer,
  camera: IconDeviceCctv,
  alarm: IconShield,
  person: IconUser,
  event: IconTargetArrow,
};

interface PaletteOptionProps {
  id: string;
  entry: PaletteEntry;
  typed: string;
  isActive: boolean;
  onChoose: (isNewTab: boolean) => void;
  onPoint: () => void;
}

const middleButton = 1;

/** Names above may be alike; their place is what tells them apart. */
const placed = (texts: readonly string[]): { text: string; at: number }[] => texts.map((text, at) => ({ text, at }));

/** One line: what it is, its name, and where it is or what it is for. */
export function PaletteOption({ id, entry, typed, isActive, onChoose, onPoint }: PaletteOptionProps) {
  const line = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const Sign = icons[entry.group];
  const choose = (event: MouseEvent): void => onChoose(event.ctrlKey || event.metaKey || event.button === middleButton);
  return (
    <button
      ref={line}
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes.option}
      data-entry={entry.key}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
      onAuxClick={(event) => event.button === middleButton && choose(event)}
      onPointerMove={onPoint}
    >
      <Sign size={20} stroke={1.5} aria-hidden="true" className={classes.icon} />
      <span className={classes.texts}>
        <MarkedName name={entry.name} typed={typed} />
        {entry.detail.length > 0 && (
          <Ellipsis className={classes.detail} translate={entry.group === 'page' ? undefined : 'no'}>
            {placed(entry.detail).map(({ text, at }) => (
              // What stands between two names belongs to neither direction.
              <span key={at}>
                <bdi>{text}</bdi>
              </span>
            ))}
          </Ellipsis>
        )}
      </span>
    </button>
  );
}
