/** The job that deletes what is kept of offboarded clients; there is none in a sandbox. */
export const offboardingsJob = "offboardings";

/** The job that verifies the audit log where the console has asked for it; there is none in a sandbox. */
export const auditVerificationJob = "audit_verification";
