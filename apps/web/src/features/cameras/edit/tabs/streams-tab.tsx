import { Button } from '@mantine/core';
import type { Camera, StreamFormat, StreamKind } from '@sightline/contracts/cameras/camera';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AccountFields } from '../../../../ui/forms/account-fields.tsx';
import { noStream } from '../camera-draft.ts';
import { StreamCard } from './stream-card.tsx';
import type { CameraEdit } from '../use-camera-edit.ts';
import { useStreamProbe } from './use-stream-probe.ts';
import { Stack } from '../../../../ui/layout/stack.tsx';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../camera-edit.module.css';

/** Where the pictures come from: the account, the main stream, and a smaller one. */
export function StreamsTab({ camera, edit }: { camera: Camera; edit: CameraEdit }) {
  const { t } = useTranslation();
  const { draft, change, problems } = edit;
  const { main, sub, account } = draft;
  const place = { cameraId: camera.id, edgeId: camera.edgeId, account };
  const mainProbe = useStreamProbe({ ...place, stream: main });
  const subProbe = useStreamProbe({ ...place, stream: sub ?? noStream });
  /** What was seen counts for the address that is saved, not for one that is being typed. */
  const seenOf = (kind: StreamKind, url: string | undefined): StreamFormat | null =>
    camera.streams.find((stream) => stream.kind === kind && stream.url === url)?.format ?? null;
  const setAccount = (next: typeof account): void => {
    mainProbe.reset(main.url);
    subProbe.reset(sub?.url ?? '');
    change({ account: next });
  };
  return (
    <>
      <Stack as="section" gap={16} className={classes.fields} aria-label={t('cameraEdit.streams.account')}>
        <h2 className={words.title}>{t('cameraEdit.streams.account')}</h2>
        <div className={classes.pair}>
          <AccountFields
            value={account}
            hasPassword={camera.hasPassword === true && account.username === camera.username}
            inputs={{
              username: {},
              password: {
                error: problems.includes('passwordNeeded') ? t('cameraEdit.problems.passwordNeeded') : undefined,
              },
            }}
            onChange={setAccount}
          />
        </div>
      </Stack>
      <StreamCard
        kind="main"
        stream={main}
        isWrong={problems.includes('mainWrong')}
        look={mainProbe}
        seen={seenOf('main', main.url)}
        onChange={(next) => change({ main: next })}
        onAccount={setAccount}
      />
      {sub === null ? (
        <Stack as="section" gap={16} className={classes.fields}>
          <p className={words.hint}>{t('cameras.warning.noSubStream')}</p>
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={1.6} aria-hidden />}
              onClick={() => change({ sub: noStream })}
            >
              {t('cameraEdit.streams.add')}
            </Button>
          </div>
        </Stack>
      ) : (
        <StreamCard
          kind="sub"
          stream={sub}
          isWrong={problems.includes('subWrong')}
          look={subProbe}
          seen={seenOf('sub', sub.url)}
          onChange={(next) => change({ sub: next })}
          onAccount={setAccount}
          onRemove={() => {
            subProbe.reset('');
            change({ sub: null });
          }}
        />
      )}
    </>
  );
}
