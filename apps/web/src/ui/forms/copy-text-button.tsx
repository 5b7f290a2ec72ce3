import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface CopyTextButtonProps {
  text: string;
  /** What the button says before and after, where "Copy" says too little. */
  labels?: { copy: string; copied: string };
}

/** Copies a text, and says for a moment that it did. */
export function CopyTextButton({ text, labels }: CopyTextButtonProps) {
  const { t } = useTranslation();
  const { copy: before, copied: after } = labels ?? {
    copy: t('common.actions.copy'),
    copied: t('common.actions.copied'),
  };
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          onClick={copy}
          leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
          aria-live="polite"
        >
          {copied ? after : before}
        </Button>
      )}
    </CopyButton>
  );
}
