/** The job that deletes what is kept of offboarded clients; there is none in a sandbox. */
export const offboardingsJob = "offboardings";
