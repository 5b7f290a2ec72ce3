import { Row } from '../layout/row.tsx';
import { CopyTextButton } from './copy-text-button.tsx';
import classes from './copy-value.module.css';

interface CopyValueProps {
  value: string;
  /** What it is, for people who do not see it. */
  label: string;
}

/** Something to be typed elsewhere exactly as it is: selectable, left to right, with a button that copies it. */
export function CopyValue({ value, label }: CopyValueProps) {
  return (
    <Row wrap gap={8}>
      <code className={classes.code} dir="ltr" aria-label={label}>
        {value}
      </code>
      <CopyTextButton text={value} of={label} />
    </Row>
  );
}
