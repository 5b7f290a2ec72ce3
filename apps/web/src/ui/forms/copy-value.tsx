import { Button, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Row } from '../layout/row.tsx';
import classes from './copy-value.module.css';

interface CopyValueProps {
  value: string;
  /** What it is, for people who do not see it. */
  label: string;
}

/** Something to be typed elsewhere exactly as it is: selectable, left to right, with a button that copies it. */
export function CopyValue({ value, label }: CopyValueProps) {
  const { t } = useTranslation();
  return (
    <Row wrap gap={8}>
      <code className={classes.code} dir="ltr" aria-label={label}>
        {value}
      </code>
      <CopyButton value={value} timeout={2000}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
            aria-live="polite"
          >
            {t(copied ? 'common.actions.copied' : 'common.actions.copy')}
          </Button>
        )}
      </CopyButton>
    </Row>
  );
}
