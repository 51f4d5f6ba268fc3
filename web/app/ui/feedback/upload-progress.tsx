import { Progress } from '@mantine/core';

interface UploadProgressProps {
  /** How much has been sent, from 0 to 1. */
  part: number;
  /** What the bar is about, for screen readers. */
  label: string;
  /** What the server does with the file once it has it all. */
  then: string;
}

/** A file on its way: how much has been sent, in words and as a bar. */
export function UploadProgress({ part, label, then }: UploadProgressProps) {
  const percent = Math.round(part * 100);
  return (
    <>
      <p>{percent < 100 ? `Enviando: ${percent}%` : then}</p>
      <Progress value={percent} size="lg" animated={percent === 100} aria-label={label} />
    </>
  );
}
