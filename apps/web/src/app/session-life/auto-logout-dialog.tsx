import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { logoutCountdownSeconds } from '../../platform/idle/idle-rules.ts';
import { useIdle } from '../../platform/idle/idle-store.ts';
import { signOut } from '../../platform/session/session-actions.ts';
import { sessionStore } from '../../platform/session/session-store.ts';
import dialog from '../../ui/dialogs/dialog.module.css';
import { DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { toastFailure } from '../../ui/toasts/toast.tsx';
import classes from './session-life.module.css';

const radius = 40;
const round = 2 * Math.PI * radius;

function Ring({ seconds }: { seconds: number }) {
  return (
    <div className={classes.ring}>
      <svg width="88" height="88" viewBox="0 0 88 88" fill="none" strokeWidth="4" aria-hidden="true">
        <circle cx="44" cy="44" r={radius} className={classes.ringTrack} />
        <circle
          cx="44"
          cy="44"
          r={radius}
          className={classes.ringLeft}
          strokeLinecap="round"
          strokeDasharray={round}
          strokeDashoffset={round * (1 - seconds / logoutCountdownSeconds)}
        />
      </svg>
      <span className={classes.ringNumber} role="timer">
        {seconds}
      </span>
    </div>
  );
}

/** Counts down to the automatic sign-out. Neither Escape nor a press beside it closes it: only an answer does. */
export function AutoLogoutDialog({ onStay }: { onStay: () => void }) {
  const { t } = useTranslation();
  const seconds = useIdle(({ logoutCountdown }) => logoutCountdown) ?? 0;
  const minutes = useStore(sessionStore, (state) => (state.status === 'signedIn' ? state.autoLogoutMinutes : null));
  const leave = (): void =>
    void signOut().catch((failure: unknown) => toastFailure(t('shell.user.signOutFailed'), failure));
  return (
    <Modal
      opened
      onClose={onStay}
      size={475}
      zIndex="var(--s-z-critical)"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('sessionLife.autoLogout.title')}
      classNames={{ title: dialog.title, header: dialog.header, body: dialog.body }}
      centered
    >
      <Row align="center" gap={24}>
        <Ring seconds={seconds} />
        <p className={classes.text}>{t('sessionLife.autoLogout.text', { seconds, minutes: minutes ?? 0 })}</p>
      </Row>
      <DialogActions>
        <Button variant="default" onClick={leave}>
          {t('sessionLife.autoLogout.leave')}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t('sessionLife.autoLogout.stay')}
        </Button>
      </DialogActions>
    </Modal>
  );
}
