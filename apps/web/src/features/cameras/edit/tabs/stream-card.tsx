import type { StreamFormat } from '@sightline/contracts/cameras/camera';
import { addressFault } from '@sightline/domain/cameras/stream-address';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormFailure } from '../../../../ui/forms/form-failure.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { StatusLabel } from '../../../../ui/status/status-label.tsx';
import { leftToRight } from '../../../../platform/i18n/left-to-right.ts';
import { splitStreamAddress } from '../../streams/stream-address.ts';
import type { StreamDraft } from '../camera-draft.ts';
import type { useStreamProbe } from './use-stream-probe.ts';
import words from '../../../../ui/forms/field-words.module.css';
import classes from '../camera-edit.module.css';

interface StreamCardProps {
  kind: 'main' | 'sub';
  stream: StreamDraft;
  isWrong: boolean;
  look: ReturnType<typeof useStreamProbe>;
  /** What the core saw in this stream, as it is saved. */
  seen: StreamFormat | null;
  onChange: (stream: StreamDraft) => void;
  onAccount: (account: { username: string; password: string }) => void;
  onRemove?: (() => void) | undefined;
}

const sizeOf = ({ width, height }: { width: number | null; height: number | null }): string =>
  leftToRight(`${String(width)} × ${String(height)}`);

/** One stream: its address, how it is read, and a look at it through the core. */
export function StreamCard({ kind, stream, isWrong, look, seen, onChange, onAccount, onRemove }: StreamCardProps) {
  const { t } = useTranslation();
  const { state } = look;
  const other = seen?.transport === undefined || seen.transport === stream.transport ? null : seen.transport;
  const change = (part: Partial<StreamDraft>): void => {
    const next = { ...stream, ...part };
    look.reset(next.url);
    onChange(next);
  };
  // An account in a pasted address moves into its own fields, where the password is not shown.
  const lift = (typed: string): void => {
    const { url, account } = splitStreamAddress(typed);
    if (account !== null) onAccount(account);
    if (url !== stream.url) change({ url });
  };
  return (
    <Stack as="section" gap={16} className={classes.fields} aria-label={t(`cameras.test.${kind}`)}>
      <h2 className={words.title}>{t(`cameras.test.${kind}`)}</h2>
      <TextInput
        label={t('cameras.form.url')}
        description={kind === 'main' ? t('cameras.form.urlHint') : t('cameras.form.subUrlHint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={2200}
        value={stream.url}
        error={isWrong ? t(`errors.${addressFault(stream.url.trim()) ?? 'camera_url_invalid'}`) : undefined}
        onChange={(event) => change({ url: event.currentTarget.value })}
        onBlur={() => lift(stream.url)}
      />
      <div className={classes.pair}>
        <NativeSelect
          label={t('cameraEdit.streams.transport')}
          value={stream.transport}
          description={
            other === null
              ? undefined
              : t('cameraEdit.streams.otherTransport', { transport: t(`cameraEdit.streams.${other}`) })
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={[
            { value: 'tcp', label: t('cameraEdit.streams.tcp') },
            { value: 'udp', label: t('cameraEdit.streams.udp') },
          ]}
          onChange={(event) => change({ transport: event.currentTarget.value as StreamDraft['transport'] })}
        />
        <NativeSelect
          label={t('cameraEdit.streams.driver')}
          value={stream.driver}
          data={[
            { value: 'auto', label: t('cameraEdit.streams.auto') },
            { value: 'rtsp', label: t('cameraEdit.streams.rtsp') },
            { value: 'node-av', label: t('cameraEdit.streams.nodeAv') },
          ]}
          onChange={(event) => change({ driver: event.currentTarget.value as StreamDraft['driver'] })}
        />
      </div>
      <Row wrap align="center" gap={8}>
        <Button variant="default" loading={state.loading} disabled={isWrong} onClick={look.look}>
          {t('cameras.test.action')}
        </Button>
        {onRemove && (
          <Button variant="default" onClick={onRemove}>
            {t('cameraEdit.streams.remove')}
          </Button>
        )}
      </Row>
      <Row
        wrap
        align="center"
        gap={12}
        className={classes.result}
        aria-live="polite"
        data-testid={`look-${kind}`}
        data-connected={state.connected}
      >
        {state.loading && t('cameras.test.running')}
        {!state.loading && !state.connected && state.failure === null && seen !== null && (
          <p className={words.hint}>{t('cameraEdit.streams.seen', { size: sizeOf(seen) })}</p>
        )}
        {state.connected && state.snapshot !== null && (
          <img className={classes.snapshot} src={state.snapshot} alt={t('cameras.test.picture')} />
        )}
        {state.connected && (
          <StatusLabel level="ok">{t('cameraEdit.streams.works', { size: sizeOf(state) })}</StatusLabel>
        )}
        {kind === 'main' && state.speaker !== null && (
          <p className={words.hint}>
            {t('cameras.test.speakerTitle')}: {t(`cameras.test.speaker.${state.speaker}`)}
          </p>
        )}
        {state.failure !== null && <FormFailure failure={state.failure} />}
      </Row>
    </Stack>
  );
}
