/** The mark: a sight with four lines. Decoration; whoever shows it alone names it. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      strokeWidth="2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="14" cy="14" r="5.5" stroke="var(--s-accent-text)" />
      <path d="M2 14h6.5M19.5 14H26" stroke="currentColor" />
      <path d="M14 3v5.5M14 19.5V25" stroke="var(--s-accent-text)" />
    </svg>
  );
}
