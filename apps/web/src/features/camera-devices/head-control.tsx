import { ActionIcon } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowLeft,
  IconArrowRight,
  IconArrowUp,
  IconMinus,
  IconPlus,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import words from '../../ui/forms/field-words.module.css';
import classes from './device-section.module.css';
import type { Direction } from './head-moves.ts';
import { useHeadMoves } from './use-head-moves.ts';

type Name = 'up' | 'left' | 'right' | 'down' | 'in' | 'out';

const buttons: Record<Name, { icon: Icon; to: Direction }> = {
  up: { icon: IconArrowUp, to: { pan: 0, tilt: 1, zoom: 0 } },
  left: { icon: IconArrowLeft, to: { pan: -1, tilt: 0, zoom: 0 } },
  right: { icon: IconArrowRight, to: { pan: 1, tilt: 0, zoom: 0 } },
  down: { icon: IconArrowDown, to: { pan: 0, tilt: -1, zoom: 0 } },
  in: { icon: IconPlus, to: { pan: 0, tilt: 0, zoom: 1 } },
  out: { icon: IconMinus, to: { pan: 0, tilt: 0, zoom: -1 } },
};

/** Moves the head: hold a button, or press it by key for a little. Left is left of the picture in every language. */
export function HeadControl({ cameraId }: { cameraId: string }) {
  const { t } = useTranslation();
  const { moves, failure } = useHeadMoves(cameraId);
  const names = Object.keys(buttons) as Name[];
  return (
    <div className={classes.head}>
      <div className={classes.pad} dir="ltr">
        {names.map((name) => {
          const { icon: Sign, to } = buttons[name];
          return (
            <ActionIcon
              key={name}
              variant="default"
              size={44}
              className={classes[name]}
              aria-label={t(`cameraDevices.head.${name}`)}
              onPointerDown={(event) => {
                if (event.button !== 0) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                moves.hold(to);
              }}
              onPointerUp={moves.stop}
              onPointerCancel={moves.stop}
              onLostPointerCapture={moves.stop}
              onBlur={moves.stop}
              // A finger that rests on a button holds it; the browser would open its menu and take the pointer away.
              onContextMenu={(event) => event.preventDefault()}
              onClick={(event) => {
                // By key: a pointer has moved it already.
                if (event.detail === 0) moves.nudge(to);
              }}
            >
              <Sign size={20} stroke={1.5} aria-hidden="true" />
            </ActionIcon>
          );
        })}
      </div>
      <p className={words.hint}>{t('cameraDevices.head.hint')}</p>
      {failure !== null && <FormFailure failure={failure} />}
    </div>
  );
}
