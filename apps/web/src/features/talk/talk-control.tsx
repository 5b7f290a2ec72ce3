import { ActionIcon, Button, Popover, Tooltip } from '@mantine/core';
import { IconLock, IconLockOpen, IconMicrophone } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useSession } from '../../platform/session/session-store.ts';
import { useHoldToTalk } from './hold-to-talk.ts';
import { talkStateOf } from './talk-queries.ts';
import { TalkSession } from './talk-session.ts';
import { TalkStatus } from './talk-status.tsx';
import classes from './talk.module.css';

interface TalkControlProps {
  cameraId: string;
  mayTalk: boolean;
  /** The own voice is on its way, or no longer: the camera's sound must not come back into the microphone. */
  onTalking: (isTalking: boolean) => void;
}

/** Who is heard through a camera, for all who watch it; and the button to talk, where there is a speaker and one may. */
export function TalkControl({ cameraId, mayTalk, onTalking }: TalkControlProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const state = useQuery(talkStateOf(cameraId));
  const talker = state.data?.talker ?? null;
  const other = talker === null || talker.userId === user.id ? null : talker.userName;
  return (
    <>
      {other !== null && (
        <span className={classes.talker} role="status">
          <IconMicrophone size={16} stroke={1.6} aria-hidden />
          <span>{other === '' ? t('talk.someone') : t('talk.talker', { name: other })}</span>
        </span>
      )}
      {mayTalk && state.data?.speaker === 'yes' && (
        <TalkButtons key={cameraId} cameraId={cameraId} busyWith={other} onTalking={onTalking} />
      )}
    </>
  );
}

function TalkButtons({
  cameraId,
  busyWith,
  onTalking,
}: {
  cameraId: string;
  busyWith: string | null;
  onTalking: (isTalking: boolean) => void;
}) {
  const { t } = useTranslation();
  const [session] = useState(() => new TalkSession(cameraId));
  const { phase, failure, endsAtUtcMs } = useStore(session.store);
  const isOn = phase !== 'idle';
  const { hold, isLatched, toggleLatch } = useHoldToTalk(session, busyWith === null || isOn);
  useEffect(() => onTalking(isOn), [isOn, onTalking]);
  useEffect(
    () => () => {
      session.end();
      onTalking(false);
    },
    [session, onTalking],
  );
  const isBusy = busyWith !== null && !isOn;
  const busyText = busyWith === '' ? t('errors.talk_busy') : t('talk.busy', { name: busyWith });
  const latchLabel = isLatched ? t('talk.keepOff') : t('talk.keepOn');
  return (
    <Popover
      opened={isOn || failure !== null}
      position="bottom-end"
      trapFocus={false}
      returnFocus={false}
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.buttons}>
          <Tooltip label={isBusy ? busyText : t('talk.hold')} disabled={isOn || failure !== null}>
            <Button
              className={classes.hold}
              variant={isOn ? 'filled' : 'default'}
              leftSection={<IconMicrophone size={16} stroke={1.6} aria-hidden />}
              aria-pressed={isOn}
              aria-keyshortcuts="T"
              data-disabled={isBusy || undefined}
              aria-disabled={isBusy || undefined}
              {...hold}
            >
              {t('talk.talk')}
            </Button>
          </Tooltip>
          <Tooltip label={latchLabel} disabled={isOn || failure !== null}>
            <ActionIcon
              size={36}
              aria-label={latchLabel}
              aria-pressed={isLatched}
              disabled={isBusy}
              onClick={toggleLatch}
            >
              {isLatched ? (
                <IconLock size={20} stroke={1.5} aria-hidden />
              ) : (
                <IconLockOpen size={20} stroke={1.5} aria-hidden />
              )}
            </ActionIcon>
          </Tooltip>
        </span>
      </Popover.Target>
      <Popover.Dropdown className={classes.panel}>
        <TalkStatus
          phase={phase}
          failure={failure}
          endsAtUtcMs={endsAtUtcMs}
          level={() => session.level()}
          onDismiss={() => session.dismiss()}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
