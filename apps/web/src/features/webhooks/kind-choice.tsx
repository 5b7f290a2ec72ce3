import { Checkbox } from '@mantine/core';
import { messageKindList, type MessageKind } from '@sightline/contracts/webhooks/message-kinds';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './webhooks.module.css';

interface KindChoiceProps {
  value: readonly MessageKind[];
  error: ReactNode;
  onChange: (kinds: MessageKind[]) => void;
}

/** Which messages are sent. */
export function KindChoice({ value, error, onChange }: KindChoiceProps) {
  const { t } = useTranslation();
  const errorId = useId();
  const hasError = error !== undefined && error !== null;
  const toggle = (kind: MessageKind, isOn: boolean): void =>
    onChange(messageKindList.filter((each) => (each === kind ? isOn : value.includes(each))));
  return (
    <fieldset className={classes.kinds} aria-describedby={hasError ? errorId : undefined}>
      <legend className={classes.legend}>{t('webhooks.form.kinds')}</legend>
      {messageKindList.map((kind) => (
        <Checkbox
          key={kind}
          label={t(`webhooks.kind.${kind}`)}
          checked={value.includes(kind)}
          onChange={(event) => toggle(kind, event.currentTarget.checked)}
        />
      ))}
      {hasError && (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
