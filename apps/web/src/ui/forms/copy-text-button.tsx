import { Button, CopyButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface CopyTextButtonProps {
  text: string;
  /** What the button says before and after, where "Copy" says too little. */
  labels?: { copy: string; copied: string };
  /** What is copied, for people who do not see what stands beside it. */
  of?: string;
}

/** Copies a text, and says for a moment that it did. */
export function CopyTextButton({ text, labels, of }: CopyTextButtonProps) {
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
          leftSection={
            copied ? (
              <IconCheck size={16} stroke={1.6} aria-hidden="true" />
            ) : (
              <IconCopy size={16} stroke={1.6} aria-hidden="true" />
            )
          }
          aria-live="polite"
        >
          {copied ? after : before}
          {of !== undefined && <VisuallyHidden> {of}</VisuallyHidden>}
        </Button>
      )}
    </CopyButton>
  );
}
