// Also for Android, which has HttpURLConnection but not java.net.http.
import java.net.HttpURLConnection
import java.net.URL

fun main() {
    val connection = URL("http://127.0.0.1:8080/validate").openConnection() as HttpURLConnection
    connection.requestMethod = "POST"
    connection.setRequestProperty("Content-Type", "application/json")
    connection.doOutput = true
    val board = "[[1,0,0,0],[0,0,0,0],[1,0,0,0],[0,0,0,0]]"
    connection.outputStream.use { it.write(board.toByteArray()) }
    // The body of an error says what to change in its "detail".
    val stream = if (connection.responseCode < 400) connection.inputStream else connection.errorStream
    print(stream.bufferedReader().use { it.readText() })
}
// {"valid":false,"complete":false,"duplicate":{"digit":1,"house":{"kind":"column","index":0},"cells":[{"row":0,"column":0},{"row":2,"column":0}]}}
