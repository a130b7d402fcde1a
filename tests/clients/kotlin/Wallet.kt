import com.nimbusds.jose.JWSAlgorithm
import com.nimbusds.jose.jwk.Curve
import com.nimbusds.jose.jwk.gen.ECKeyGenerator
import eu.europa.ec.eudi.openid4vci.Credential
import eu.europa.ec.eudi.openid4vci.CredentialResponseEncryptionPolicy
import eu.europa.ec.eudi.openid4vci.IssuanceRequestPayload
import eu.europa.ec.eudi.openid4vci.Issuer
import eu.europa.ec.eudi.openid4vci.JwtBindingKey
import eu.europa.ec.eudi.openid4vci.KeyGenerationConfig
import eu.europa.ec.eudi.openid4vci.OpenId4VCIConfig
import eu.europa.ec.eudi.openid4vci.PopSigner
import eu.europa.ec.eudi.openid4vci.SubmissionOutcome
import java.net.URI
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking

/** Redeems the offer of a wallet link. Prints the credential, and the key that it is bound to. */
fun main(args: Array<String>): Unit = runBlocking {
    try {
        redeem(args.single())
    } catch (refused: Exception) {
        System.err.println(refused)
        exitProcess(1)
    }
    exitProcess(0) // The client's threads would keep the process for half a minute.
}

private suspend fun redeem(link: String) {
    val config = OpenId4VCIConfig(
        clientId = "aval-tests-wallet",
        authFlowRedirectionURI = URI.create("eudi-openid4ci://authorize"),
        keyGenerationConfig = KeyGenerationConfig.ecOnly(Curve.P_256),
        credentialResponseEncryptionPolicy = CredentialResponseEncryptionPolicy.SUPPORTED,
    )
    val issuer = Issuer.make(config, link).getOrThrow()
    val key = ECKeyGenerator(Curve.P_256).generate()
    val signer = PopSigner.jwtPopSigner(key, JWSAlgorithm.ES256, JwtBindingKey.Jwk(key.toPublicJWK()))
    val authorized = issuer.authorizeWithPreAuthorizationCode(null).getOrThrow()
    val configuration = issuer.credentialOffer.credentialConfigurationIdentifiers.single()
    val request = IssuanceRequestPayload.ConfigurationBased(configuration)
    val (_, outcome) = with(issuer) { authorized.request(request, listOf(signer)) }.getOrThrow()
    when (outcome) {
        is SubmissionOutcome.Success -> {
            println((outcome.credentials.single().credential as Credential.Str).value)
            println(key.toPublicJWK().toJSONString())
        }
        is SubmissionOutcome.Failed -> throw outcome.error
        is SubmissionOutcome.Deferred -> error("The credential is deferred")
    }
}
