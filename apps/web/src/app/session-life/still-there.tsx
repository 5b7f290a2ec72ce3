import { IconPlayerPause } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIdle } from '../../platform/idle/idle-store.ts';
import { Row } from '../../ui/layout/row.tsx';
import classes from './session-life.module.css';

/** Says that live video is about to pause, then that it does; any input ends it. */
export function StillThere() {
  const { t } = useTranslation();
  const countdown = useIdle(({ inactivityCountdown }) => inactivityCountdown);
  const isPaused = useIdle(({ isInactive }) => isInactive);
  return (
    <div className={classes.veil} data-idle={isPaused ? 'paused' : 'warned'}>
      <Row gap={12} className={classes.card} role="status">
        <IconPlayerPause size={20} stroke={1.5} aria-hidden="true" />
        <div>
          <p className={classes.cardTitle}>{t('sessionLife.stillThere.title')}</p>
          <p className={classes.cardText}>
            {isPaused ? (
              t('sessionLife.stillThere.paused')
            ) : (
              <span aria-live="off">{t('sessionLife.stillThere.warning', { seconds: countdown ?? 0 })}</span>
            )}
          </p>
        </div>
      </Row>
    </div>
  );
}
